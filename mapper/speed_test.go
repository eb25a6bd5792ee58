package mapper

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
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
		if each > n/40 {
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

// TestMemory holds that the first map takes little more memory than its symbols and what they
// are found with: no symbol is kept twice, nor is there much room that nothing comes to.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which runs in short mode, takes memory of its own")
	}
	const n = 4000
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, shape := range map[string]struct {
		unit string
		most uint64 // bytes for each symbol
	}{
		"a.sql": {"CREATE TABLE t%d (\n  a int,\n  b text\n);\n", 300}, // whose lines are only counted
		"a.md":  {"# Title %d\n\nText.\n\n", 360},
		"a.go":  {"type A%d struct {\n\ta int\n}\n\n", 520}, // with tokens
	} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, shape.unit, i)
		}
		text := b.String()
		runtime.GC() // twice, to empty the pools
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := OutlineText(name, text, Options{})
		runtime.ReadMemStats(&after)
		if err != nil || m.Count() < n {
			t.Fatal(name, err)
		}
		if each := (after.TotalAlloc - before.TotalAlloc) / uint64(m.Count()); each > shape.most {
			t.Errorf("%s: %d bytes for each of %d symbols", name, each, m.Count())
		}
	}
}
