package mapper

import (
	"strings"
	"testing"
)

// TestSplice maps strings that hold strings: the quotes and brackets in them must not be
// taken for code, and what has no end must not hide what comes after it.
func TestSplice(t *testing.T) {
	for language, texts := range map[string][]string{
		"kotlin": {
			"fun a(): String {\n    return \"${ \"x{\" }(\"\n}\n",
			"fun a() = run {\n    p(\"a ${m[\"k\"]?.let { \"(${it(\")\")}\" }} {\")\n}\n",
			"fun a() {\n    p(\"${list.map {\n        \"{\"\n    }}\")\n}\n",
			"fun a() {\n    p(\"${ \"\"\"}\"{\"\"\" } ${'\"'} ${'}'}(\")\n}\n",
			"fun a() {\n    p(\"${x\")\n}\n",
		},
		"swift":  {"func a() {\n    p(\"\\( m[\"(\"] ?? \"{\" ) {\")\n}\n", "func a() {\n    p(\"\\( x\")\n}\n"},
		"dart":   {"int a() {\n  p('${ m['{'] } (');\n}\n"},
		"groovy": {"def a() {\n  p(\"${ m[\"{\"] } (\")\n}\n"},
		"scala":  {"def a() = {\n  p(s\"${ m(\"{\") } (\")\n}\n"},
	} {
		for _, text := range texts {
			lines := strings.Count(text, "\n")
			after := strings.ReplaceAll(strings.SplitN(text, "\n", 2)[0], "a()", "b()") + "\n}\n"
			m, err := Outline("x", []byte(text+after), Options{Language: language})
			if err != nil {
				t.Fatal(err)
			}
			if s := m.Symbols; len(s) != 2 || s[0].Name != "a" || s[0].Last != lines || s[1].Name != "b" || s[1].First != lines+1 {
				t.Errorf("%s, %q: %+v", language, text, s)
			}
		}
	}
}

// TestSpliceEnds reads strings within strings that never end, in linear time: the bytes
// read in vain have a limit.
func TestSpliceEnds(t *testing.T) {
	for _, text := range []string{strings.Repeat(`"${`, 100_000), strings.Repeat(`"${"}`, 100_000), strings.Repeat("\"${{\n", 100_000)} {
		l := &lexer{syntax: kotlinSyntax, text: text}
		for l.at < len(text) {
			if text[l.at] == '"' {
				l.at = l.shortString('"')
				continue
			}
			l.at++
		}
		if l.vain > (deepest+2)*len(text) {
			t.Errorf("%.20q: %d of %d bytes were read in vain", text, l.vain, len(text))
		}
	}
}
