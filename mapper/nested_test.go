package mapper

import (
	"strings"
	"testing"
)

// TestNested holds that declarations a hundred thousand deep are no more than maxNested
// symbols deep, in each language that nests by brackets: the stack has an end.
func TestNested(t *testing.T) {
	for name, unit := range map[string]string{
		"a.ts": "class A{", "b.ts": "function a(){", "c.ts": "namespace a{", "d.ts": "x={a(){", "a.cc": "namespace a{", "b.cc": "template<a>", "a.java": "class A{", "a.kt": "fun a(){",
		"a.rs": "mod a{", "a.swift": "func a(){", "a.php": "<?php function a(){", "a.scala": "object A{", "a.pl": "sub a{", "a.sh": "a(){", "a.ps1": "function a{", "a.cs": "class A{", "a.dart": "class A{", "a.proto": "message A{", "a.tf": "a {\n",
		"data.json": "[", "data.jsonc": "{", "data.css": "a{", "data.xml": "<a>", "data.html": "<main>",
	} {
		m, err := Outline(name, []byte(strings.Repeat(unit, 100_000)), Options{})
		if err == ErrNothing {
			continue
		}
		if err != nil {
			t.Fatal(name, err)
		}
		deepest := 0
		for depth := range m.All {
			deepest = max(deepest, depth)
		}
		if data := strings.HasPrefix(name, "data."); (data || deepest >= maxNested) && m.Note == "" {
			t.Errorf("%s: nobody is told what is left out", name)
		} else if deepest > maxNested+1 {
			t.Errorf("%s: %d deep", name, deepest)
		}
	}
}
