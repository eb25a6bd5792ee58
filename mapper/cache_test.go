package mapper

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestCache(t *testing.T) {
	var c Cache
	reads := 0
	src := []byte("def a():\n    pass\n")
	read := func() ([]byte, error) { reads++; return src, nil }
	id := FileID{"a.py", int64(len(src)), time.Unix(1, 0)}
	get := func(id FileID, o Options) *Map {
		t.Helper()
		m, err := c.Outline(id, read, o)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	first := get(id, Options{})
	if get(id, Options{}) != first || reads != 1 {
		t.Errorf("the same file was read %d times", reads)
	}
	touched := id
	touched.Modified = time.Unix(2, 0)
	if get(touched, Options{}) != first || reads != 2 {
		t.Errorf("a file that was touched was mapped again, or not read: %d reads", reads)
	}
	if get(id, Options{Language: "ruby"}) == first {
		t.Error("the language made no difference")
	}
	src = []byte("def b():\n    pass\n")
	touched.Modified = time.Unix(3, 0)
	if m := get(touched, Options{}); m.Symbols[0].Name != "b" {
		t.Errorf("a changed file has the old map: %v", m.Symbols)
	}
	missing := errors.New("missing")
	if _, err := c.Outline(FileID{Name: "x"}, func() ([]byte, error) { return nil, missing }, Options{}); err != missing {
		t.Errorf("got %v, want the error of reading", err)
	}
}

func TestCacheConcurrently(t *testing.T) {
	var c Cache
	var all sync.WaitGroup
	for i := range 2 * cacheMost {
		all.Go(func() {
			src := []byte("def a():\n    pass\n")
			m, err := c.Outline(FileID{"a.py", int64(i % 7), time.Unix(int64(i), 0)}, func() ([]byte, error) { return src, nil }, Options{})
			if err != nil || m.Symbols[0].Name != "a" {
				t.Error(m, err)
			}
		})
	}
	all.Wait()
}

func TestWantsMap(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		read Read
		want bool
	}{
		{Read{Name: "a.go", Result: "x\n\n[Showing lines 1-2000 of 7191. Use offset=2001 to continue.]"}, true},
		{Read{Name: "a.go", Result: "x\n\n[Showing lines 1-900 of 7191 (50.0KB limit). Use offset=901 to continue.]"}, true},
		{Read{Name: "a.js", Result: "[Line 1 is 1.2MB, exceeds 50.0KB limit. Use bash: sed -n '1p' a.js | head -c 51200]"}, true},
		{Read{Name: "a.go", Result: "x\n\n[40 more lines in file. Use offset=11 to continue.]"}, false},
		{Read{Name: "a.go", Result: "all of it"}, false},
		{Read{Name: "a.go", Truncated: &yes}, true},
		{Read{Name: "a.go", Truncated: &no, Result: "[Showing lines 1-2 of 3. Use offset=3 to continue.]"}, false},
		{Read{Name: "a.go", Limited: true, Truncated: &yes}, false},
		{Read{Name: "a.PNG", Truncated: &yes}, false},
	} {
		if got := c.read.WantsMap(); got != c.want {
			t.Errorf("%+v: got %v", c.read, got)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.PY", "", "Python"}, {`C:\x\Gemfile`, "", "Ruby"}, {"tool", "#!/usr/bin/env -S python3.11 -u\n", "Python"}, {"run", "#!/bin/sh\n", "Shell"},
		{"a.d.ts", "", "TypeScript"}, {"a.unknown", "", ""}, {"x.py.orig", "", ""},
	} {
		got := ""
		if l := Detect(c.name, c.text); l != nil {
			got = l.Name
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	for name, want := range map[string]bool{"a.png": true, "a.svg": false, "a.go": false} {
		if got := IsBinary(name, []byte("text")); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
	if !IsBinary("a.go", []byte("package\x00")) || !IsBinary("a.txt", []byte("\xff\xd8\xff\xe0 JFIF")) {
		t.Error("binary content was taken for text")
	}
}
