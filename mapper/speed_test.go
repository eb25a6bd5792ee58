package mapper

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkOutline maps a megabyte of each source of testdata/maps, one after the other as
// the command does.
func BenchmarkOutline(b *testing.B) {
	sources(b, func(name string, src []byte) {
		b.Run(filepath.Base(name), func(b *testing.B) {
			text := strings.Repeat(string(src), 1<<20/len(src)+1)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				m, err := OutlineText(name, text, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := m.Format(Format{}); err != nil {
					b.Fatal(err)
				}
				m.Release()
			}
		})
	})
}

// TestAllocations holds that a symbol costs no memory of its own, where its head stands in
// one line, once maps have been made before.
func TestAllocations(t *testing.T) {
	const n = 4000
	for name, shape := range map[string]string{
		"a.py": "def f%d(a, b=1):\n    \"\"\"Says something.\"\"\"\n    return g(a)\n\n\n", "a.go": "// F%d says something.\nfunc F%[1]d(a int) error {\n\treturn g(a)\n}\n\n",
		"a.ts": "/** Says something. */\nfunction f%d(a: number): string {\n  return g(a)\n}\n", "a.cc": "static int f%d(int a) {\n  return g(a);\n}\n",
		"a.java": "class C%d {\n  int f(int a) {\n    return g(a);\n  }\n}\n", "a.rs": "fn f%d(a: i32) -> i32 {\n    g(a)\n}\n",
	} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, shape, i)
		}
		text := b.String()
		each := testing.AllocsPerRun(3, func() {
			m, err := OutlineText(name, text, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Format(Format{}); err != nil || m.Count() < n {
				t.Fatal(m.Count(), err)
			}
			m.Release()
		})
		if each > n/10 {
			t.Errorf("%s: %.0f allocations for %d symbols", name, each, n)
		}
	}
}

// TestUnlisted holds that what no map lists costs no memory.
func TestUnlisted(t *testing.T) {
	const n = 4000
	for name, shape := range map[string]string{
		"a.xml": "<c d='1'><e f='2'/><e>3</e></c>\n", "a.html": "<p class='a'>1<br/><b>2</b></p>\n",
	} {
		text := "<main><div>\n" + strings.Repeat(shape, n) + "</div></main>\n"
		each := testing.AllocsPerRun(3, func() {
			m, err := OutlineText(name, text, Options{})
			if err != nil {
				t.Fatal(err)
			}
			m.Release()
		})
		if each > n/100 {
			t.Errorf("%s: %.0f allocations for %d lines", name, each, n)
		}
	}
}
