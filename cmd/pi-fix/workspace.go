package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"github.com/pi-fix/pi-fix/recovery"
)

// maxSource is the size of the largest file that is read for a session, in bytes.
const maxSource = 64 << 20

// workspaceFlags say which files may be read for a session. What a session names is
// chosen by whoever wrote it.
type workspaceFlags struct {
	roots, secrets, from []string
}

var sourceNames = []string{"session", "git", "disk"}

func (f *workspaceFlags) add(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.roots, "root", nil, "read files in this `folder` too, and those of a session's folder that is not here")
	fs.StringArrayVar(&f.secrets, "secret", nil, "read this `file` although it looks like a secret")
	fs.StringSliceVar(&f.from, "from", nil, "where content is taken from behind the session itself: session (nowhere else), git, disk; naming disk takes it as it is now")
}

func (f *workspaceFlags) check() error {
	for _, name := range f.from {
		if !slices.Contains(sourceNames, name) {
			return usage("it is one of "+strings.Join(sourceNames, ", "), "unknown source %q", name)
		}
	}
	for i, dir := range f.roots {
		abs, err := filepath.Abs(dir)
		if info, serr := os.Stat(dir); err != nil || serr != nil || !info.IsDir() {
			return usage("name one that is there", "--root %s is no folder", dir)
		}
		f.roots[i] = abs
	}
	for i, name := range f.secrets {
		if abs, err := filepath.Abs(name); err == nil {
			f.secrets[i] = abs
		}
	}
	return nil
}

// args are the flags as they have to be given again.
func (f *workspaceFlags) args() string {
	var b strings.Builder
	for _, flag := range []struct {
		name   string
		values []string
	}{{"root", f.roots}, {"secret", f.secrets}, {"from", f.from}} {
		for _, v := range flag.values {
			fmt.Fprintf(&b, "--%s %s ", flag.name, quote(v))
		}
	}
	return b.String()
}

// sources are what the flags allow. A file is asked for in every round of a repair, so
// answers of git are kept.
func (f *workspaceFlags) sources(ctx context.Context) recovery.Sources {
	var s recovery.Sources
	if len(f.from) == 0 || slices.Contains(f.from, "git") {
		var kept, folders sync.Map
		s.Git = func(cwd, file, before string) ([]byte, string, error) {
			key := [3]string{cwd, file, before}
			if c, ok := kept.Load(key); ok {
				c := c.(committed)
				return c.data, c.commit, c.err
			}
			c := f.committed(ctx, &folders, cwd, file, before)
			kept.Store(key, c)
			return c.data, c.commit, c.err
		}
	}
	if len(f.from) == 0 || slices.Contains(f.from, "disk") {
		s.Disk, s.Now = f.disk, slices.Contains(f.from, "disk")
	}
	return s
}

var (
	errOutside   = errors.New("it is outside of the session's folder (--root allows more)")
	errNotHere   = errors.New("the session's folder is not here (--root names where its files are now)")
	errChanged   = errors.New("it changed meanwhile")
	errSecret    = errors.New("it looks like a secret (--secret allows it)")
	errTooBroad  = errors.New("the session's folder is a whole home or disk, or the system's (--root allows it)")
	errLargeFile = errors.New("it is larger than 64 MB")
)
