package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	ignore "github.com/sabhiram/go-gitignore"
)

// changedSince leaves out the targets that git says are as they were at a revision.
// What git does not track here, such as what it ignores or keeps in a submodule, may
// have changed.
func changedSince(rev string, targets []target) ([]target, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, usage("name a revision: --since origin/main", "%q is no revision", rev)
	}
	top, err := git("rev-parse", "--show-toplevel")
	if said := (*usageError)(nil); errors.As(err, &said) {
		said.Next = "run it in a checkout, or leave --since away"
	}
	if err != nil {
		return nil, err
	}
	root := strings.TrimRight(string(top), "\r\n")
	changed, err := git("-C", root, "diff", "--name-only", "-z", "--no-renames", rev, "--")
	if err != nil {
		return nil, err
	}
	tracked, err := git("-C", root, "ls-files", "-z")
	if err != nil {
		return nil, err
	}
	same := map[string]bool{}
	mark := func(names []byte, as bool) {
		for name := range bytes.SplitSeq(names, []byte{0}) {
			same[identity(filepath.Join(root, filepath.FromSlash(string(name))))] = as
		}
	}
	mark(tracked, true)
	mark(changed, false)
	var out []target
	for _, t := range targets {
		if t.err != nil || t.name == standardInput || !same[identity(t.name)] {
			out = append(out, t)
		}
	}
	return out, nil
}

// git runs git and returns what it printed. No name is ever seen by a shell.
func git(args ...string) ([]byte, error) {
	out, err := exec.Command("git", args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		why, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return nil, usage("name a revision that git knows here: git log --oneline", "git: %s", strings.TrimPrefix(why, "fatal: "))
	}
	if err != nil {
		return nil, usage("install git, or leave --since away", "--since needs git: %v", err)
	}
	return out, nil
}

// ignoreFile names, in the form of a .gitignore, what of its folder is passed over.
const ignoreFile = ".pi-fixignore"

// ignored returns what tells the names that a folder's ignore file leaves out.
func ignored(dir string) (func(name string) bool, error) {
	name := filepath.Join(dir, ignoreFile)
	if _, err := os.Stat(name); err != nil {
		return func(string) bool { return false }, nil
	}
	patterns, err := ignore.CompileIgnoreFile(name)
	if err != nil {
		return nil, err
	}
	return patterns.MatchesPath, nil
}
