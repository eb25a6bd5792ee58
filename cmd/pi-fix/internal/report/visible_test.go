package report

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode"
)

func TestVisible(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{`plain "text" \n`, `plain "text" \n`},
		{"ü 漢 😀", "ü 漢 😀"},
		{"\x1b[31m", `\x1b[31m`},
		{"\x1b]0;title\x07", `\x1b]0;title\x07`},
		{"a\nb\r\tc\x00", `a\nb\r\tc\x00`},
		{"\x7f\u009b", `\x7f\u009b`},
		{"a\u202eb\u2028", `a\u202eb\u2028`},
		{"\xff\xc3", `\xff\xc3`},
		{"\U000e0001", `\U000e0001`},
	} {
		if got := Visible(test.in); got != test.want {
			t.Errorf("Visible(%q) = %s, want %s", test.in, got, test.want)
		}
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("\x1b[2J\u202e\xff😀")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range Visible(s) {
			if !unicode.IsPrint(r) {
				t.Fatalf("Visible(%q) = %q", s, Visible(s))
			}
		}
	})
}

// FuzzJSONVisible holds that what is escaped once more says the same.
func FuzzJSONVisible(f *testing.F) {
	f.Add("\x1b[2J\u009b\u202e\U000e0001😀\x7f")
	f.Fuzz(func(t *testing.T, s string) {
		var b bytes.Buffer
		if err := WriteJSON(&b, s); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.String() {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("%q is written as %q", s, b.String())
			}
		}
		var got string
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if want := string([]rune(s)); got != want {
			t.Fatalf("%q is read back as %q", want, got)
		}
	})
}
