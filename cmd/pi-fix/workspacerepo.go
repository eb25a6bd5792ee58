package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ownRepository reports why git is not asked about a folder: there is no git, no
// commit, or the repository is one that shows what lies elsewhere. Whoever gave away a
// folder can have laid out such a one, to have another repository read.
func ownRepository(ask func(args ...string) (string, error)) error {
	out, err := ask("rev-parse", "--show-toplevel", "--absolute-git-dir", "--verify", "HEAD")
	if errors.Is(err, exec.ErrNotFound) {
		return errNoGit
	}
	said := strings.Split(out, "\n")
	if err != nil || len(said) != 3 {
		return errNoRepository
	}
	top, dir := filepath.FromSlash(said[0]), filepath.FromSlash(said[1])
	common := dir
	if elsewhere, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		common = filepath.FromSlash(strings.TrimSpace(string(elsewhere)))
		if !filepath.IsAbs(common) {
			common = filepath.Join(dir, common)
		}
	}
	if !within(top, common) && !linkedTree(top, dir, common) || borrows(common) {
		return errBorrowed
	}
	return nil
}

// within reports whether a folder lies in another one, links followed.
func within(above, below string) bool {
	a, err := filepath.EvalSymlinks(above)
	b, berr := filepath.EvalSymlinks(below)
	rel, rerr := filepath.Rel(a, b)
	return errors.Join(err, berr, rerr) == nil && filepath.IsLocal(rel)
}

// linkedTree reports whether a repository knows of a work tree elsewhere: git worktree
// add leaves the way back in it.
func linkedTree(top, dir, common string) bool {
	back, err := os.ReadFile(filepath.Join(dir, "gitdir"))
	if err != nil || !within(common, dir) {
		return false
	}
	a, err := os.Stat(strings.TrimSpace(string(back)))
	b, berr := os.Lstat(filepath.Join(top, ".git"))
	return err == nil && berr == nil && os.SameFile(a, b)
}

// borrows reports whether what a repository holds comes from outside of it.
func borrows(common string) bool {
	if _, err := os.Lstat(filepath.Join(common, "objects", "info", "alternates")); !errors.Is(err, fs.ErrNotExist) {
		return true
	}
	for _, dir := range []string{"", "objects", "objects/pack", "refs", "refs/heads"} {
		entries, err := os.ReadDir(filepath.Join(common, filepath.FromSlash(dir)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return true
		}
		for _, e := range entries {
			if e.Type()&fs.ModeSymlink != 0 {
				return true
			}
		}
	}
	return false
}
