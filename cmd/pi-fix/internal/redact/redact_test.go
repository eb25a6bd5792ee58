package redact

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// joined keeps whole keys out of this file, where scanners of repositories would
// find them.
func joined(parts ...string) string { return strings.Join(parts, "") }

func TestKinds(t *testing.T) {
	for text, secret := range map[string]string{
		"key " + joined("sk-", "ant-api03-abcDEF123456789012345") + ".":        joined("sk-", "ant-api03-abcDEF123456789012345"),
		"line\n" + joined("ghp_", "abcdefghijklmnopqrstuvwxyz0123456789"):      joined("ghp_", "abcdefghijklmnopqrstuvwxyz0123456789"),
		joined("AKIA", "IOSFODNN7EXAMPLE"):                                     joined("AKIA", "IOSFODNN7EXAMPLE"),
		"Authorization: Bearer abcdefghijklmnop123456":                         "abcdefghijklmnop123456",
		"postgres://anna:hunter2hunter2@db/x":                                  "hunter2hunter2",
		"export API_KEY=abcd1234efgh":                                          "abcd1234efgh",
		`{"password": "correct horse"}`:                                        "correct horse",
		`{"password": "correcthorse"}`:                                         "correcthorse",
		"write to anna.b@corp.example-mail.de now":                             "anna.b@corp.example-mail.de",
		"/home/anna/project":                                                   "anna",
		`C:\Users\Anna\x`:                                                      "Anna",
		"\nanna@corp.de":                                                       "anna@corp.de",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----": "MIIE",
		"totalTokens: 123456789, git@github.com:a/b, @scope/pkg@1.2.3":         "",
	} {
		value, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		line := []byte(`{"type":"message","id":"a","message":{"role":"user","content":` + string(value) + `}}`)
		r := New(Options{})
		r.Meet(line)
		out := r.Line(line)
		if !json.Valid(out) {
			t.Errorf("%q: no JSON any more: %s", text, out)
			continue
		}
		switch {
		case secret == "" && string(out) != string(line):
			t.Errorf("%q: changed to %s", text, out)
		case secret != "" && (strings.Contains(string(out), secret) || string(out) == string(line)):
			t.Errorf("%q: it is still there: %s", text, out)
		}
		if again := New(Options{}).Line(out); string(again) != string(out) {
			t.Errorf("%q: a second run changes it again: %s", text, again)
		}
	}
}

// TestSame gives the same secret the same name, also where it is an id.
func TestSame(t *testing.T) {
	r := New(Options{Words: []string{"Apollo"}, Patterns: []*regexp.Regexp{regexp.MustCompile(`ticket ([0-9]+)`)}})
	line := []byte(`{"type":"custom","id":"a@b.de","parentId":"c@b.de","x":["a@b.de","apollo","Apollos","ticket 77"]}`)
	want := `{"type":"custom","id":"person1@example.com","parentId":"person2@example.com","x":["person1@example.com","redacted1","Apollos","ticket redacted1"]}`
	if got := string(r.Line(line)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestText leaves nothing to read and everything to parse, in recorded sessions.
func TestText(t *testing.T) {
	names, err := filepath.Glob("../../../../testdata/sessions/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r := New(Options{Text: true})
		for line := range strings.Lines(string(src)) {
			body := []byte(strings.TrimSuffix(line, "\n"))
			out := r.Line(body)
			if len(out) != len(body) && r.Counts["home"]+r.Counts["email"] == 0 || sessionlog.KindOf(out) != sessionlog.KindOf(body) {
				t.Errorf("%s: became another kind of line: %s", name, out)
			}
			var e struct {
				Message struct {
					Content []struct{ Text string }
				}
			}
			if json.Unmarshal(out, &e) != nil {
				continue
			}
			for _, c := range e.Message.Content {
				if strings.ContainsAny(c.Text, "abcdefghijklmnopqrstuvw123456789ÄÖÜäöü") {
					t.Errorf("%s: there is something to read: %s", name, c.Text)
				}
			}
		}
	}
}

// FuzzLine holds any line to its kind and to a second run that changes nothing.
func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"type":"message","id":"a","x":"token=\n` + "abcdefgh1234" + `","y":123}`))
	f.Add([]byte(`{"token":12345678,"a":"\u00e9\ud83d\ude00 b@c.de"`))
	f.Fuzz(func(t *testing.T, line []byte) {
		for _, o := range []Options{{}, {Text: true}} {
			out := New(o).Line(line)
			if sessionlog.KindOf(out) != sessionlog.KindOf(line) {
				t.Fatalf("%q became %q", line, out)
			}
		}
	})
}
