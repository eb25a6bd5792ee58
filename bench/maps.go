package main

import (
	"fmt"
	"path/filepath"
	"slices"
)

// mapRaces outline the source files of a folder, each of them and all together, beside
// universal-ctags, which finds the symbols but neither nests nor chooses among them.
func mapRaces(fix, folder string) []race {
	var files []string
	for _, ext := range []string{"c", "cpp", "cs", "go", "java", "js", "kt", "php", "py", "rb", "rs", "sql", "ts"} {
		found, _ := filepath.Glob(filepath.Join(folder, "*."+ext)) // the pattern is well-formed
		files = append(files, found...)
	}
	slices.Sort(files)
	var out []race
	for _, f := range files {
		out = append(out, mapRace(fix, filepath.Base(f), f))
	}
	if len(files) > 1 {
		out = append(out, mapRace(fix, fmt.Sprintf("%d files", len(files)), files...))
	}
	return out
}

func mapRace(fix, name string, files ...string) race {
	return race{"map, " + name, []contender{
		{name: "ctags", args: append([]string{"ctags", "--fields=+neKS", "-f", filepath.Join(filepath.Dir(fix), "tags")}, files...)},
		// A file in which there is nothing to map is told.
		{name: "pi-fix", args: append([]string{fix, "map"}, files...), self: true, fails: true},
		{name: "pi-fix, 1 CPU", args: append([]string{fix, "map"}, files...), env: []string{"GOMAXPROCS=1"}, self: true, fails: true},
	}}
}
