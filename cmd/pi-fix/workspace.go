package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	fs.StringArrayVar(&f.roots, "root", nil, "read files in this `folder` too (default: that of the session alone)")
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
	errSecret    = errors.New("it looks like a secret (--secret allows it)")
	errTooBroad  = errors.New("the session's folder is a whole home or disk (--root allows it)")
	errLargeFile = errors.New("it is larger than 64 MB")
)

// place returns the folder that a file may be read in, and its name there.
func (f *workspaceFlags) place(cwd, file string) (root, name string, err error) {
	file = filepath.FromSlash(file)
	if !filepath.IsAbs(file) {
		return "", "", errOutside
	}
	if looksSecret(file) && !slices.Contains(f.secrets, file) {
		return "", "", errSecret
	}
	err = errOutside
	for i, dir := range append([]string{filepath.FromSlash(cwd)}, f.roots...) {
		rel, rerr := filepath.Rel(dir, file)
		if rerr != nil || !filepath.IsAbs(dir) || !filepath.IsLocal(rel) {
			continue
		}
		if i == 0 && tooBroad(dir) {
			err = errTooBroad
			continue
		}
		return dir, rel, nil
	}
	return "", "", err
}

// tooBroad reports a folder that holds a whole home or disk: a session could name it
// to get at anything.
func tooBroad(dir string) bool {
	dir = filepath.Clean(dir)
	home, err := os.UserHomeDir()
	if err != nil {
		return filepath.Dir(dir) == dir
	}
	rel, err := filepath.Rel(dir, home)
	return filepath.Dir(dir) == dir || err == nil && filepath.IsLocal(rel)
}

// secretNames are patterns of files that hold keys, in lower case.
var secretNames = []string{".env", ".env.*", "*.env", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx",
	"*.jks", "*.kdbx", "*.keystore", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials", "credentials", "credentials.*",
	"auth.json", "secrets.*", ".htpasswd", ".dockercfg", "kubeconfig"}

var secretFolders = []string{".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure", ".git"}

func looksSecret(file string) bool {
	parts := strings.Split(strings.ToLower(filepath.ToSlash(file)), "/")
	for _, p := range secretNames {
		if ok, err := filepath.Match(p, parts[len(parts)-1]); err == nil && ok {
			return true
		}
	}
	return slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(secretFolders, p) })
}

// disk reads a file as it is now. Links that lead out of the folder, and what is no
// regular file, are refused.
func (f *workspaceFlags) disk(cwd, file string) ([]byte, error) {
	dir, name, err := f.place(cwd, file)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, errors.New("the session's folder is not here")
	}
	defer root.Close()
	info, err := root.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errors.New("it is gone")
	case err != nil:
		return nil, errOutside
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	}
	if err := f.notSecret(dir, name); err != nil {
		return nil, err
	}
	in, err := root.Open(name)
	if err != nil {
		return nil, errors.New("it cannot be read")
	}
	defer in.Close()
	if now, err := in.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, errors.New("it changed meanwhile")
	}
	data, err := io.ReadAll(io.LimitReader(in, maxSource+1))
	if err == nil && len(data) > maxSource {
		err = errLargeFile
	}
	return data, err
}

// notSecret looks at what a link in the folder leads to.
func (f *workspaceFlags) notSecret(dir, name string) error {
	real, err := filepath.EvalSymlinks(filepath.Join(dir, name))
	if err == nil && looksSecret(real) && !slices.Contains(f.secrets, filepath.Join(dir, name)) && !slices.Contains(f.secrets, real) {
		return errSecret
	}
	return nil
}
