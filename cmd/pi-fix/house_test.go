package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The rules of the house are tests, not requests in a guide.

const module = "github.com/pi-fix/pi-fix"

// mayImport is who may import which of our packages. A sub-package counts as the
// package above it.
var mayImport = map[string][]string{
	"sessionlog": {},
	"integrity":  {"sessionlog"},
	"mapper":     {},
	"recovery":   {"integrity", "mapper", "sessionlog"},
	"replay":     {"sessionlog"},
	"bench":      {},
	"cmd":        {"integrity", "mapper", "recovery", "replay", "sessionlog"},
}

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Doc", module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			ImportPath, Doc string
			Imports         []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.Doc == "" {
			t.Errorf("%s has no package doc", p.ImportPath)
		}
		from := topOf(p.ImportPath)
		allowed, known := mayImport[from]
		if !known {
			t.Errorf("%s is in no row of the table", p.ImportPath)
		}
		for _, i := range p.Imports {
			if to := topOf(i); strings.HasPrefix(i, module) && to != from && !has(allowed, to) {
				t.Errorf("%s must not import %s", p.ImportPath, i)
			}
		}
	}
}

// TestNestedModulesOnlyTest: the table does not reach into a nested module, which is
// for what only tests need.
func TestNestedModulesOnlyTest(t *testing.T) {
	root := filepath.Join("..", "..")
	goFiles(t, func(name string, _ []byte) {
		for dir := filepath.Dir(name); dir != root; dir = filepath.Dir(dir) {
			if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
				t.Errorf("%s is no test, but belongs to the module in %s", name, dir)
			}
		}
	})
}

func topOf(path string) string {
	top, _, _ := strings.Cut(strings.TrimPrefix(path, module+"/"), "/")
	return top
}

func has(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// goFiles calls f for every Go file that is not a test.
func goFiles(t *testing.T, f func(name string, src []byte)) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") && name != root:
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(name)
		f(name, src)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSizes holds files to 300 lines and functions to 40.
func TestSizes(t *testing.T) {
	goFiles(t, func(name string, src []byte) {
		if n := bytes.Count(src, []byte("\n")); n > 300 {
			t.Errorf("%s has %d lines", name, n)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			if n := fset.Position(fn.Body.End()).Line - fset.Position(fn.Body.Pos()).Line - 1; n > 40 {
				t.Errorf("%s: %s has %d lines", name, fn.Name.Name, n)
			}
		}
	})
}

// TestOnlyCmdTouchesTheWorld keeps printing, exiting, the environment and the
// clock out of the libraries.
func TestOnlyCmdTouchesTheWorld(t *testing.T) {
	goFiles(t, func(name string, src []byte) {
		rel, _ := filepath.Rel(filepath.Join("..", ".."), name)
		if strings.HasPrefix(rel, "cmd") || strings.HasPrefix(rel, "bench") || strings.Contains(rel, "realpitest") {
			return
		}
		s := bufio.NewScanner(bytes.NewReader(src))
		for n := 1; s.Scan(); n++ {
			for _, word := range []string{"fmt.Print", "os.Stdout", "os.Stderr", "os.Exit(", "os.Getenv(", "log.Print", "time.Now("} {
				code, _, _ := strings.Cut(s.Text(), "//")
				if strings.Contains(code, word) {
					t.Errorf("%s:%d: %s belongs to cmd", rel, n, word)
				}
			}
		}
	})
}
