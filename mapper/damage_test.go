package mapper

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
)

// damagedCopies calls f with damaged copies of a source and what was done to them.
func damagedCopies(src []byte, f func(what string, text []byte)) {
	lines := bytes.SplitAfter(src, []byte("\n"))
	without := func(at, n int, with ...[]byte) []byte {
		return bytes.Join(append(append(lines[:at:at], with...), lines[min(at+n, len(lines)):]...), nil)
	}
	for i := range lines {
		f(fmt.Sprintf("line %d dropped", i+1), without(i, 1))
		f(fmt.Sprintf("line %d twice", i+1), without(i, 0, lines[i]))
		f(fmt.Sprintf("a quote in line %d", i+1), without(i, 0, []byte(`"`)))
		f(fmt.Sprintf("half of line %d", i+1), without(i, 1, lines[i][:len(lines[i])/2], []byte("\n")))
	}
	for at := range src {
		f(fmt.Sprintf("the first %d bytes", at), src[:at])
	}
	f("the second half", without(0, len(lines)/2))
	f("carriage returns", bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
	f("one line", bytes.ReplaceAll(src, []byte("\n"), []byte(" ")))
	f("repeated", bytes.Repeat(src, 200))
}

// TestDamage maps damaged copies: whatever is found has lines that are there, and
// the text keeps to the budget.
func TestDamage(t *testing.T) {
	sources(t, func(name string, src []byte) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			lang := Detect(name, string(src)).Name
			damagedCopies(src, func(what string, text []byte) {
				m, err := Outline(name, text, Options{Language: lang})
				if err == ErrNothing {
					return
				}
				if err != nil {
					t.Fatal(what, err)
				}
				checkMap(t, m)
				got, err := m.Format(Format{Budget: 2000})
				if err != nil && err != ErrBudget || err == nil && len(got.Text) > 2000 {
					t.Errorf("%s: %v, %d bytes", what, err, len(got.Text))
				}
				if t.Failed() {
					t.Fatal(what)
				}
			})
		})
	})
}

// TestTorn holds that the first part of a file maps as that part of its map, but for
// what ends just before the cut: the next lines may belong to it.
func TestTorn(t *testing.T) {
	sources(t, func(name string, src []byte) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			whole := outline(t, name, src)
			lines := bytes.SplitAfter(src, []byte("\n"))
			for n := len(lines) / 4; n < len(lines); n++ {
				part, err := Outline(name, bytes.Join(lines[:n], nil), Options{Language: Detect(name, string(src)).Name})
				if err != nil {
					t.Fatal(n, err)
				}
				found := map[string]bool{}
				for _, s := range part.All {
					found[fmt.Sprint(s.Name, s.First, s.Last)] = true
				}
				all, lost, missing := 0, 0, ""
				for _, s := range whole.All {
					if s.Last+3 >= n {
						continue
					}
					if all++; !found[fmt.Sprint(s.Name, s.First, s.Last)] {
						lost++
						missing += fmt.Sprintf(" %s [%d-%d]", s.Name, s.First, s.Last)
					}
				}
				if lost > 1 && 10*lost > all {
					t.Errorf("the first %d lines lack%s", n, missing)
				}
			}
		})
	})
}
