package mapper

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A definition is what a tree-sitter parse finds in a file.
type definition struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	Start, End int
}

// corpus calls f for each large source that has its definitions beside it.
func corpus(t *testing.T, f func(name string, src []byte, want []definition)) {
	t.Helper()
	names, _ := filepath.Glob("../../shared/corpus/sources/*.symbols.jsonl")
	if len(names) == 0 {
		if os.Getenv("PI_FIX_REQUIRE_CORPUS") != "" {
			t.Fatal("the sources of ../shared/corpus are required and absent")
		}
		t.Skip("the sources of ../shared/corpus are absent")
	}
	for _, name := range names {
		list, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = strings.TrimSuffix(name, ".symbols.jsonl")
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var want []definition
		for s := bufio.NewScanner(bytes.NewReader(list)); s.Scan(); {
			var d definition
			if err := json.Unmarshal(s.Bytes(), &d); err != nil {
				t.Fatal(err)
			}
			if d.Name != "" {
				want = append(want, d)
			}
		}
		f(name, src, want)
	}
}

// found counts the definitions that a map has, with lo <= start <= hi and moved by
// shift lines, and of those the ones that also end where they should.
func found(m *Map, want []definition, lo, hi, shift int) (all, starts, ends int) {
	type place struct {
		name string
		line int
	}
	last := map[place][]int{}
	m.All(func(_ int, s *Symbol) bool {
		p := place{strings.ReplaceAll(s.Name, " ", ""), s.First}
		last[p] = append(last[p], s.Last)
		return true
	})
	for _, d := range want {
		if d.Start < lo || d.Start > hi {
			continue
		}
		all++
		at, ok := last[place{strings.ReplaceAll(d.Name, " ", ""), d.Start + shift}]
		if !ok {
			continue
		}
		starts++
		for _, l := range at {
			if l == d.End+shift || d.End > hi {
				ends++
				break
			}
		}
	}
	return all, starts, ends
}

// TestDefinitions holds the maps of large files to what tree-sitter finds in them.
func TestDefinitions(t *testing.T) {
	corpus(t, func(name string, src []byte, want []definition) {
		m := outline(t, name, src)
		all, starts, ends := found(m, want, 1, m.Lines, 0)
		t.Logf("%s: %d definitions, %d found, %d with their end", filepath.Base(name), all, starts, ends)
		if 100*starts < 99*all || 100*ends < 99*starts {
			t.Errorf("%s: of %d definitions %d were found, %d with their end", filepath.Base(name), all, starts, ends)
		}
	})
}

// A damage is a copy of a source with something wrong, and where its lines come from.
type damage struct {
	tag           string
	text          string
	lo, hi, shift int
}

// damages makes copies: the first half, a middle part, and at places all over the
// file a closing bracket less, a stray quote, and an opening bracket more.
func damages(name, text string) []damage {
	lines := strings.Split(text, "\n")
	n := len(lines)
	list := []damage{{"head", strings.Join(lines[:n/2], "\n"), 1, n / 2, 0}, {"mid", strings.Join(lines[n*3/10:n*6/10], "\n"), n*3/10 + 1, n * 6 / 10, -(n * 3 / 10)}}
	opener, closer := "{", "}"
	if strings.HasSuffix(name, ".py") {
		opener, closer = "(", ")"
	}
	edit := func(tag string, i int, line string) {
		copied := append([]string(nil), lines...)
		copied[i] = line
		list = append(list, damage{tag, strings.Join(copied, "\n"), 1, n, 0})
	}
	for k := 2; k < 9; k++ {
		i := n * k / 10
		for ; i < n && !strings.HasSuffix(strings.TrimRight(lines[i], ";,: "), closer); i++ {
		}
		if i < n {
			at := strings.LastIndex(lines[i], closer)
			edit(fmt.Sprint("closer less in line ", i+1), i, lines[i][:at]+lines[i][at+1:])
		}
		for i = n * k / 10; i < n && !strings.Contains(lines[i], "("); i++ {
		}
		if i < n {
			edit(fmt.Sprint("quote in line ", i+1), i, strings.Replace(lines[i], "(", `("`, 1))
			edit(fmt.Sprint("opener more in line ", i+1), i, lines[i]+" "+opener)
		}
	}
	return list
}

// TestDamaged maps damaged copies of the large files: what is outside of the damage
// must be found as before.
func TestDamaged(t *testing.T) {
	corpus(t, func(name string, src []byte, want []definition) {
		for _, d := range damages(name, string(src)) {
			m := outline(t, name, []byte(d.text))
			if all, _, ends := found(m, want, d.lo, d.hi, d.shift); 100*ends < 95*all {
				t.Errorf("%s, %s: of %d definitions %d were found with their end", filepath.Base(name), d.tag, all, ends)
			}
		}
	})
}

// TestDamagedSources does the same to each source of testdata/maps; what its own map
// lists is what must be found. The files are small, so one place weighs much.
func TestDamagedSources(t *testing.T) {
	sources(t, func(name string, src []byte) {
		if !slices.Contains(codeLanguages, Detect(name, string(src))) {
			return
		}
		var want []definition
		outline(t, name, src).All(func(_ int, s *Symbol) bool {
			want = append(want, definition{s.Name, string(s.Kind), s.First, s.Last})
			return true
		})
		total, hits := 0, 0
		for _, d := range damages(name, string(src)) {
			m, err := Outline(name, []byte(d.text), Options{})
			if errors.Is(err, ErrNothing) && d.hi-d.lo < 20 {
				continue // a few lines may hold no declaration
			}
			if err != nil {
				t.Errorf("%s, %s: %v", name, d.tag, err)
				continue
			}
			checkMap(t, m)
			all, starts, _ := found(m, want, d.lo, d.hi, d.shift)
			total, hits = total+all, hits+starts
		}
		if 100*hits < 85*total {
			t.Errorf("%s: of %d symbols in damaged copies %d were found", name, total, hits)
		}
	})
}
