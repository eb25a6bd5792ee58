package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
)

// The contenders here do less than pi-fix has to: what they take is what is left to
// win.

// alone is what this program does as a contender.
func alone(what string, args []string) error {
	n := 1
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			return errors.New("how many goroutines?")
		}
	}
	if what == "spin" {
		return spin(n)
	}
	return validate(args[1], n)
}

// validate checks each line with gjson and does nothing else, in as many goroutines
// as there are parts, which share nothing.
func validate(name string, parts int) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(parts)
	errs := make([]error, parts)
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() {
			from, to := info.Size()*int64(i)/int64(parts), info.Size()*int64(i+1)/int64(parts)
			errs[i] = validatePart(io.NewSectionReader(f, from, info.Size()-from), to-from, i > 0)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// validatePart checks the lines that begin in the first n bytes; the rest of a line
// that began before is passed.
func validatePart(r io.Reader, n int64, amid bool) error {
	in := bufio.NewReaderSize(r, 1<<20)
	for at := int64(0); at < n || amid; {
		line, err := in.ReadSlice('\n')
		whole := line
		for errors.Is(err, bufio.ErrBufferFull) {
			whole = slices.Clone(whole)
			line, err = in.ReadSlice('\n')
			whole = append(whole, line...)
		}
		at += int64(len(whole))
		if len(whole) > 0 && !amid && !gjson.ValidBytes(whole) {
			return errors.New("a line is no JSON")
		}
		if err != nil {
			return nil
		}
		amid = false
	}
	return nil
}

// spin looks at bytes in memory that the goroutines share nothing of: what a second
// processor is worth at most.
func spin(goroutines int) error {
	const rounds = 512
	text := []byte(strings.Repeat(`{"text":"say \\"go\\" and a number 12"},`, 8<<10))
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			quotes := 0
			for range rounds / goroutines {
				for _, c := range text {
					if c == '"' || c == '\\' {
						quotes++
					}
				}
			}
			runtime.KeepAlive(quotes)
		})
	}
	wg.Wait()
	return nil
}

// idle builds two programs that do nothing: one that imports what the packages of
// pi-fix import, and one that imports nothing.
func idle(dir string) (links, empty string, err error) {
	const module = "github.com/pi-fix/pi-fix"
	out, err := exec.Command("go", "list", "-deps", "-f", `{{range .Imports}}{{$.ImportPath}} {{.}}{{"\n"}}{{end}}`, module+"/cmd/pi-fix").Output()
	if err != nil {
		return "", "", fmt.Errorf("go list: %w", err)
	}
	var imports []string
	for line := range strings.Lines(string(out)) {
		by, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(by, module) && !strings.HasPrefix(what, module) && what != "C" {
			imports = append(imports, "import _ "+strconv.Quote(what)+"\n")
		}
	}
	slices.Sort(imports)
	text := strings.Join(slices.Compact(imports), "")
	if links, err = idleProgram(dir, "links", text); err == nil {
		empty, err = idleProgram(dir, "empty", "")
	}
	return links, empty, err
}

func idleProgram(dir, name, imports string) (string, error) {
	src, program := filepath.Join(dir, name+".go"), filepath.Join(dir, name)
	if err := os.WriteFile(src, []byte("package main\n\n"+imports+"\nfunc main() {}\n"), 0o644); err != nil {
		return "", err
	}
	return program, build(src, program)
}
