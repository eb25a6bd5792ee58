package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs are what this test binary is when it is started by another name.
var programs = map[string]func(){"pi-fix": main, "ask": askService}

func TestMain(m *testing.M) { testscript.Main(sweeping{m}, programs) }

// sweeping are tests that leave no built program behind.
type sweeping struct{ *testing.M }

func (s sweeping) Run() int {
	defer func() { _ = os.RemoveAll(buildDir()) }()
	return s.M.Run()
}

// TestScript runs what a user types. Each script has one theme.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "../../testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Values["snapshot"] = map[string]string{}
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("ESC", "\x1b")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"tear": tear, "snapshot": snapshot, "unchanged": unchanged, "count": count,
			"freeport": freePort, "awaitfile": awaitFile,
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "devfull":
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		UpdateScripts:       *update,
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
	})
}

// tear takes the line end off the last line of files: those of an archive always
// end in one.
func tear(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		b := ts.ReadFile(name)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(b[:max(0, len(b)-1)]), 0o666))
	}
}

// snapshot notes everything below the folders: names, content, times.
func snapshot(ts *testscript.TestScript, _ bool, args []string) {
	held := ts.Value("snapshot").(map[string]string)
	for _, dir := range args {
		held[dir] = stateOf(ts, dir)
	}
}

// unchanged fails unless everything is as it was at the snapshot.
func unchanged(ts *testscript.TestScript, _ bool, args []string) {
	held := ts.Value("snapshot").(map[string]string)
	for _, dir := range args {
		if got := stateOf(ts, dir); got != held[dir] {
			ts.Fatalf("%s changed from\n%sto\n%s", dir, held[dir], got)
		}
	}
}

func stateOf(ts *testscript.TestScript, dir string) string {
	state := map[string]string{}
	ts.Check(filepath.WalkDir(ts.MkAbs(dir), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			state[name] = fmt.Sprint(info.ModTime())
			return err
		}
		b, err := os.ReadFile(name)
		state[name] = fmt.Sprintf("%x %v", sha256.Sum256(b), info.ModTime())
		return err
	}))
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(state)) {
		fmt.Fprintf(&b, "%s %s\n", name, state[name])
	}
	return b.String()
}

// count fails unless so many files match a pattern.
func count(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: count N PATTERN")
	}
	found, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := fmt.Sprint(len(found)); got != args[0] {
		ts.Fatalf("%s files match %s, want %s: %q", got, args[1], args[0], found)
	}
}
