package mapper

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkText holds what is true of every text: it keeps to its budget, has no control
// characters, and can be made again.
func checkText(t testing.TB, m *Map, f Format) {
	t.Helper()
	for _, s := range m.All {
		for _, full := range []bool{false, true} {
			if text := string(s.appendText(nil, full, 0)); s.width(full) < len(text) {
				t.Fatalf("%d bytes are reckoned for %q", s.width(full), text)
			}
		}
	}
	text, err := m.Format(f)
	if errors.Is(err, ErrBudget) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	limit := f.Budget
	if limit == 0 {
		limit = DefaultBudget
	}
	if len(text.Text) > limit || !utf8.ValidString(text.Text) || text.Shown == 0 {
		t.Errorf("%d bytes of %d, %d symbols: %.200q", len(text.Text), limit, text.Shown, text.Text)
	}
	if i := strings.IndexFunc(text.Text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }); i >= 0 {
		t.Errorf("control character at %d: %.200q", i, text.Text[i:])
	}
	if again, _ := m.Format(f); *again != *text {
		t.Error("the same map was written in two ways")
	}
}

// TestHostile maps files that are made to be hard, in every language.
func TestHostile(t *testing.T) {
	texts := map[string]string{
		"empty": "", "line ends": strings.Repeat("\n", 1000), "spaces": strings.Repeat(" ", 100000), "quote": `"`, "quotes": strings.Repeat(`"'`+"`", 3000),
		"open": strings.Repeat("{", 5000), "shut": strings.Repeat(")]}", 3000), "nested": strings.Repeat("class A { void f() { (", 1000),
		"unlike": strings.Repeat("( } ( ] \n", 20000), "outdented": strings.Repeat("    {\n", 20000) + strings.Repeat("  }\n", 20000),
		"angles": strings.Repeat("a<b<", 5000), "marks": strings.Repeat("<<A <<~B ", 300), "slashes": strings.Repeat("/[", 5000), "comment": "/* " + strings.Repeat("* ", 5000),
		"equals": strings.Repeat("a = b = ", 3000), "templates": strings.Repeat("`${", 3000), "escape": "def \x1b[31mred():\n pass\nfunc \x1b]0;x\a() {\n}\nclass \u202eevil {\n}\n",
		"returns": "class A:\r\n  def b(self):\r\n    pass\r\n", "old mac": "a\rb\rfunc c() {}\r", "mark": "\ufefffunc a() {\n}\n", "bad bytes": "class \xff\xfe {\n  int \xc3(" + "\n}\n",
		"directives": strings.Repeat("#if A\n{\n#else\n{\n#endif\n", 1000), "one line": strings.Repeat("function a(){return 1}class B{c(){}}", 2000),
	}
	for _, l := range Languages {
		for what, text := range texts {
			m, err := Outline("x", []byte(text), Options{Language: l.Name})
			if err != nil {
				continue
			}
			checkMap(t, m)
			for _, budget := range []int{0, 700, 2000} {
				checkText(t, m, Format{Budget: budget})
			}
			checkText(t, m, Format{Compat: true})
			if t.Failed() {
				t.Fatalf("%s, %s", l.Name, what)
			}
		}
	}
}

// TestGrowth maps files of one shape and growing size: what is allocated must grow
// with the size and not with its square.
func TestGrowth(t *testing.T) {
	for name, shape := range map[string]string{"a.py": "class C%d:\n  def f(self):\n    pass\n", "a.ts": "class C%d { f(x) { return () => { g(x) } } }\n",
		"a.cc": "static int f%d(int a) { if (a) { return 1; } }\n", "a.go": "func F%d() {\n\tx := 1\n}\n"} {
		cost := func(n int) float64 {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, shape, i)
			}
			src := []byte(b.String())
			return testing.AllocsPerRun(1, func() { outline(t, name, src) })
		}
		if small, large := cost(500), cost(4000); large > 10*small {
			t.Errorf("%s: eight times the size costs %.0f allocations instead of %.0f", name, large, small)
		}
	}
}

// TestListed holds that what says nothing does not fill the memory with symbols.
func TestListed(t *testing.T) {
	for unit, name := range map[string]string{"[]": "a.json", "[]\n": "b.json", "[\n": "c.json", "{[\n": "d.json", "\xff\n": "a.hs"} {
		m, err := OutlineText(name, strings.Repeat(unit, 30_000), Options{Language: name[2:]})
		if err != nil {
			t.Fatal(err)
		}
		if most := jsonLoose + 1; m.Count() > most || name == "a.hs" && m.Count() > 1 {
			t.Errorf("%q: %d symbols", unit, m.Count())
		} else if name != "a.hs" && m.Note == "" {
			t.Errorf("%q: nobody is told what is left out", unit)
		}
	}
}

func FuzzOutline(f *testing.F) {
	sources(f, func(name string, src []byte) {
		for i, l := range Languages {
			if Detect(name, string(src)) == l {
				f.Add(i, src)
				f.Add(i, src[len(src)/3:])
			}
		}
	})
	f.Fuzz(func(t *testing.T, language int, src []byte) {
		l := Languages[uint(language)%uint(len(Languages))]
		m, err := Outline("x", src, Options{Language: l.Name})
		if err != nil {
			return
		}
		checkMap(t, m)
		checkText(t, m, Format{Budget: 1500})
		checkText(t, m, Format{Compat: true})
	})
}
