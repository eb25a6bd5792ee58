package redact

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// planted are secrets, each in the words around it in which people meet it.
var planted = []struct{ around, secret string }{
	{"%s", joined("sk-", "ant-api03-abcDEF123456789012345_x")},
	{"%s", joined("sk-", "proj-abcDEF123456789012345")},
	{"%s", joined("gh", "p_abcdefghijklmnopqrstuvwxyz0123456789")},
	{"%s", joined("github", "_pat_11ABCDEFG0abcdefghijklmnopqrstuvwxyz")},
	{"%s", joined("AIza", "SyA1234567890abcdefghijklmnopqrstuv")},
	{"%s", joined("AKIA", "IOSFODNN7EXAMPLE")},
	{"%s", joined("xox", "b-123456789012-abcdefghijkl")},
	{"%s", joined("glpat", "-abcdefghijklmnopqrst")},
	{"%s", joined("eyJ", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P")},
	{"%s", joined("hf", "_abcdefghijklmnopqrstuvwxyzABCDEFGH")},
	{"%s", joined("sk", "_live_abcdefghijklmnopqrstuvwx")},
	{"aws_secret_access_key = %s", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE"},
	{"DB_PASSWORD=%s", "hunter2x"},
	{"Authorization: Basic %s", "YW5uYTpodW50ZXIy"},
	{"postgres://anna:%s@db.internal/x", "pw4postgres"},
	{"redis://:%s@cache/0", "pw4redis"},
	{"https://x.blob/y?sv=1&sig=%s", "aBcDeFgHiJkLmNoPqRs"},
	{"-----BEGIN RSA PRIVATE KEY-----\n%s\n-----END RSA PRIVATE KEY-----", "MIIEpAIBAAKCAQEA7bq"},
	{"-----BEGIN OPENSSH PRIVATE KEY-----\n%s\n", "b3BlbnNzaC1rZXktdjEAAAAA"},
	{"mail %s now", "anna.b@corp.example-mail.de"},
	{"/home/%s/work", "annabel"},
	{"/Users/%s/work", "annabel"},
	{`C:\Users\%s\work`, "Anna Bell"},
	{"--home-%s-work--", "annabel"},
}

// placings put a text into the places of a session where secrets were found, each as
// a whole line of JSON.
var placings = map[string]func(text string) string{
	"prompt": func(s string) string { return record("user", inJSON(s)) },
	"result": func(s string) string {
		return record("toolResult", `[{"type":"text","text":`+inJSON("out:\n"+s+"\n")+`}]`)
	},
	"colored":  func(s string) string { return record("toolResult", inJSON("\x1b[32m"+s+"\x1b[0m")) },
	"line":     func(s string) string { return record("toolResult", inJSON("     1\t"+s)) },
	"variable": func(s string) string { return record("user", inJSON("export X="+s)) },
	"argument": func(s string) string {
		return record("assistant", `[{"type":"toolCall","id":"toolu_1","name":"bash","arguments":{"command":`+inJSON("run '"+s+"'")+`}}]`)
	},
	"key":     func(s string) string { return record("user", `[{"type":"text","text":"x",`+inJSON(s)+`:1}]`) },
	"id":      func(s string) string { return `{"type":"custom","id":` + inJSON(s) + `,"parentId":null}` },
	"details": func(s string) string { return record("user", `"x","details":{"a":[{"b":`+inJSON(s)+`}]}`) },
	"twice":   func(s string) string { return record("toolResult", inJSON(inJSON("a\n"+s))) },
	"thrice":  func(s string) string { return record("toolResult", inJSON(`{"x":`+inJSON(`{"y":`+inJSON(s)+`}`)+`}`)) },
	"base64": func(s string) string {
		return record("toolResult", inJSON("data: "+base64.StdEncoding.EncodeToString([]byte(s+" and more"))))
	},
	"base64url": func(s string) string {
		return record("toolResult", inJSON("data="+base64.RawURLEncoding.EncodeToString([]byte("x? "+s))))
	},
	"units": func(s string) string {
		var b strings.Builder
		for _, r := range s {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		return record("user", `"`+b.String()+`"`)
	},
	"torn":  func(s string) string { line, _, _ := strings.Cut(record("user", inJSON(s+" and")), "nd"); return line },
	"glued": func(s string) string { return record("user", inJSON(s)) + record("user", `"x"`) },
	"scrap": func(s string) string { return "no JSON: " + s },
}

func inJSON(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // it is a string
	}
	return string(b)
}

func record(role, content string) string {
	return `{"type":"message","id":"a","parentId":null,"message":{"role":"` + role + `","content":` + content + `}}`
}

// TestNothingIsLeft plants secrets everywhere: nothing of them is left in any form,
// the line is what it was, and a second run changes nothing.
func TestNothingIsLeft(t *testing.T) {
	for _, p := range planted {
		for place, put := range placings {
			line := put(fmt.Sprintf(p.around, p.secret))
			out := redactAll(t, []string{line})[0]
			if holdsSecret(out, p.secret) {
				t.Errorf("%s: %q is still there: %s", place, fmt.Sprintf(p.around, p.secret), out)
			}
			if json.Valid([]byte(line)) != json.Valid([]byte(out)) {
				t.Errorf("%s: it was JSON or not, and is the other now: %s", place, out)
			}
		}
	}
}

// TestNothingIsLeftOfMany does it with sessions of many secrets at random places.
func TestNothingIsLeftOfMany(t *testing.T) {
	names := []string{"prompt", "result", "argument", "key", "details", "twice", "base64", "scrap", "glued"}
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 7))
		var lines, secrets []string
		for range 30 {
			p := planted[random.IntN(len(planted))]
			secrets = append(secrets, p.secret)
			lines = append(lines, placings[names[random.IntN(len(names))]](fmt.Sprintf(p.around, p.secret)))
		}
		out := redactAll(t, lines)
		for _, secret := range secrets {
			for i, line := range out {
				if holdsSecret(line, secret) {
					t.Errorf("seed %d: %q is still there: %s (of %s)", seed, secret, line, lines[i])
				}
			}
		}
	}
}

// redactAll redacts a session, twice, which must be the same.
func redactAll(t *testing.T, lines []string) []string {
	t.Helper()
	run := func(lines []string) (out []string) {
		r := New(Options{})
		for _, line := range lines {
			r.Meet([]byte(line))
		}
		for _, line := range lines {
			next := r.Line([]byte(line))
			if sessionlog.KindOf(next) != sessionlog.KindOf([]byte(line)) {
				t.Errorf("%s became another kind of line: %s", line, next)
			}
			out = append(out, string(next))
		}
		return out
	}
	out := run(lines)
	for i, again := range run(out) {
		if again != out[i] {
			t.Errorf("a second run changes %s to %s", out[i], again)
		}
	}
	return out
}

// holdsSecret looks for a secret as it is, in escapes and in base64.
func holdsSecret(line, secret string) bool {
	text := line
	for range 4 {
		if strings.Contains(text, secret) || strings.Contains(text, url.QueryEscape(secret)) {
			return true
		}
		text, _ = decode([]byte(text))
	}
	for _, word := range strings.FieldsFunc(line, func(r rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-", r)
	}) {
		for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if b, _ := e.DecodeString(word); strings.Contains(string(b), secret) {
				return true
			}
		}
	}
	return false
}
