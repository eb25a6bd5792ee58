package mapper

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected maps")

// sources calls f for each source of testdata/maps.
func sources(t testing.TB, f func(name string, src []byte)) {
	t.Helper()
	names, err := filepath.Glob("testdata/maps/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".map") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f(name, src)
	}
}

// TestMaps compares each source's map with the one that is expected.
func TestMaps(t *testing.T) {
	sources(t, func(name string, src []byte) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			got := format(t, outline(t, name, src), Format{}).Text + "\n"
			if *update {
				if err := os.WriteFile(name+".map", []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name + ".map")
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got %s\nwant %s", got, want)
			}
		})
	})
}

func outline(t testing.TB, name string, src []byte) *Map {
	t.Helper()
	m, err := Outline(name, src, Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkMap(t, m)
	return m
}

func format(t testing.TB, m *Map, f Format) *Text {
	t.Helper()
	text, err := m.Format(f)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// checkMap holds what is true of every map.
func checkMap(t testing.TB, m *Map) {
	t.Helper()
	checkRanges(t, m.Symbols, 1, m.Lines)
}

func checkRanges(t testing.TB, list []Symbol, first, last int) {
	t.Helper()
	for i := range list {
		s := &list[i]
		if s.Start() < first || s.First < s.Start() || s.Last < s.First || s.Last > last {
			t.Errorf("%s %q has lines %d, %d to %d, around it %d to %d", s.Kind, s.Name, s.Head, s.First, s.Last, first, last)
		}
		checkRanges(t, s.Children, s.Start(), s.Last)
	}
}
