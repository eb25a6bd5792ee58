// Command bench measures pi-fix beside its peers: the same data, by turns, in one
// run, so that what else the machine does hits all of them alike. It prints ratios
// of medians; only those can be compared between machines.
//
//	go run ./bench                      about two minutes
//	go run ./bench -size 1024 -runs 9   as the README quotes it
//
// Peers that are not installed are left out by name: jq, python3, node, ctags, the
// pi that the tests of replay/realpi install, and DuckDB, which
// `npm install --prefix FOLDER @duckdb/node-api` puts into the folder for the data.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

func main() {
	size := flag.Int("size", 200, "size of the large sessions in `MiB`")
	files := flag.Int("files", 500, "how many `sessions` the folder has")
	runs := flag.Int("runs", 5, "how often each contender runs")
	dir := flag.String("dir", filepath.Join(os.TempDir(), "pi-fix-bench"), "`folder` for the data, which is kept")
	only := flag.String("only", "", "measure only races whose name holds this `word`")
	sources := flag.String("sources", filepath.Join("..", "shared", "corpus", "sources"), "`folder` of source files to map; none is no error")
	// The contenders that this program plays itself.
	if len(os.Args) > 2 && (os.Args[1] == "gjson" || os.Args[1] == "spin") {
		exit(alone(os.Args[1], os.Args[2:]))
	}
	data := flag.Bool("data", false, "only make the data")
	flag.Parse()
	s := setting{*size << 20, *files, *runs, *dir, *only, *sources}
	if *data {
		exit(makeData(s))
	}
	exit(measure(s))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// setting is what a run is asked for.
type setting struct {
	size, files, runs int
	dir, only         string
	sources           string
}

// build makes a program as it is released, and installs it as users do: the linker
// writes into mapped memory, and what the system keeps of such a file in small pieces
// costs each start a millisecond until it is read from the disk again.
func build(what, program string) error {
	linked := program + ".linked"
	defer os.Remove(linked)
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", linked, what)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build %s: %w", what, err)
	}
	return install(linked, program)
}

func install(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{in}, make([]byte, 1<<20))
	return errors.Join(err, out.Close())
}

func measure(s setting) error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	fix := filepath.Join(s.dir, "pi-fix")
	if err := build("github.com/pi-fix/pi-fix/cmd/pi-fix", fix); err != nil {
		return err
	}
	// In a process of its own: Linux counts what the parent holds when it starts a
	// child as the child's.
	child := exec.Command(self(), append(os.Args[1:], "-data")...)
	child.Stderr = os.Stderr
	if err := child.Run(); err != nil {
		return fmt.Errorf("make the data: %w", err)
	}
	d := dataOf(s)
	links, empty, err := idle(s.dir)
	if err != nil {
		return err
	}
	fmt.Printf("%d CPUs, %s/%s, %s, %d runs of each by turns, warm cache\n\n", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), s.runs)
	fmt.Println("| what | contender | median | min … max | ratio | peak memory |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, r := range append(append(races(fix, d), startRace(fix, links, empty)), mapRaces(fix, s.sources)...) {
		if !strings.Contains(r.name, s.only) {
			continue
		}
		if err := r.run(s.runs); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return nil
}
