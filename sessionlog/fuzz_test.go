package sessionlog

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/tidwall/gjson"
)

// FuzzParse holds the parse to its laws on any bytes: the lines tile the input,
// and a line is a record exactly when the two oracles say that it is JSON.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "\n", "{}", "{\"type\":\"session\"}\n{\"type\":\"message\",\"id\":\"a\"}", "42\nnull\n[]\n",
		`{"type":"message","id":"\u0061","id":"b","message":{"role":"assistant","content":[{"type":"toolCall","id":"c"}]}}`,
		"{\"a\":\"\\ud83d\"}\r\n{\"a\":1e400}", "\xef\xbb\xbf{}", "{\"a\":[[[{}]]]}{", "\x00\x00",
		`{"type":"compaction","firstKeptEntryIndex":2}`, `{"a":-0.5e+7,"b":"\/\b"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		l := Parse(src)
		if got := join2(l); !bytes.Equal(got, src) {
			t.Fatalf("the lines make %q of %q", got, src)
		}
		for i := range l.Len() {
			b, _ := l.Bytes(l.Body(i))
			if valid := json.Valid(b); valid != (l.Kind(i) >= KindScalar) || valid != gjson.ValidBytes(b) {
				t.Fatalf("line %q: kind %v, json.Valid %v, gjson %v", b, l.Kind(i), valid, gjson.ValidBytes(b))
			}
			checkFields(t, l, i, b)
		}
		for _, leaf := range l.Leaves() {
			l.Branch(leaf)
			if _, err := l.Messages(leaf); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// checkFields compares what the scanner took from a line with encoding/json,
// which keeps the last of repeated keys as JavaScript does.
func checkFields(t *testing.T, l *Log, line int, body []byte) {
	var m map[string]json.RawMessage
	if !l.IsEntry(line) || json.Unmarshal(body, &m) != nil {
		return
	}
	var id string
	if json.Unmarshal(m["id"], &id) == nil && id != "" {
		if got := l.ID(line); got != KeyOf(id) {
			t.Fatalf("line %q: the key is not that of id %q", body, id)
		}
	} else if l.ID(line) != 0 || !l.Has(line, NoID) {
		t.Fatalf("line %q: has a key without an id", body)
	}
}

func join2(l *Log) []byte {
	var got []byte
	for i := range l.Len() {
		b, _ := l.Bytes(l.Span(i))
		got = append(got, b...)
	}
	return got
}

// FuzzApply holds edits to their laws: no edits, no change; what is outside of
// the spans stays; edits that overlap are refused.
func FuzzApply(f *testing.F) {
	f.Add([]byte("hello"), 1, 3, []byte("x"), 4, 4, []byte("yz"))
	f.Add([]byte("hello"), 0, 4, []byte(""), 2, 5, []byte("q"))
	f.Fuzz(func(t *testing.T, src []byte, a, b int, x []byte, c, d int, y []byte) {
		if got, err := Apply(src, nil); err != nil || !bytes.Equal(got, src) {
			t.Fatalf("no edits: got %q, %v", got, err)
		}
		edits := []Edit{{Span{int64(a), int64(b)}, x}, {Span{int64(c), int64(d)}, y}}
		sound := 0 <= a && a <= b && b <= c && c <= d && d <= len(src)
		got, err := Apply(src, edits)
		if sound && err != nil {
			t.Fatal(err)
		}
		if err == nil && sound {
			want := string(src[:a]) + string(x) + string(src[b:c]) + string(y) + string(src[d:])
			if a == c && string(got) == string(src[:a])+string(y)+string(x)+string(src[d:]) && a < b {
				return // an insertion at the start of a replaced span goes first
			}
			if string(got) != want {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
	})
}
