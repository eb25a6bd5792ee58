package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// place returns the folder that a file may be read in, and its name there.
func (f *workspaceFlags) place(cwd, file string) (root, name string, err error) {
	file = filepath.FromSlash(file)
	root, name, err = f.locate(filepath.FromSlash(cwd), file)
	if err == nil && f.secret(file) && !slices.Contains(f.secrets, filepath.Join(root, name)) {
		err = errSecret
	}
	return root, name, err
}

func (f *workspaceFlags) locate(cwd, file string) (root, name string, err error) {
	in := func(dir string) bool {
		name, err = filepath.Rel(dir, file)
		return err == nil && filepath.IsAbs(dir) && filepath.IsLocal(name)
	}
	broad := false
	if in(cwd) && isFolder(cwd) {
		if broad = tooBroad(cwd); !broad {
			return cwd, name, nil
		}
	}
	for _, dir := range f.roots {
		if in(dir) {
			return dir, name, nil
		}
	}
	moved := in(cwd)
	if cwd == "" {
		name, moved = file, filepath.IsLocal(file) // the session says nothing of a folder
	}
	switch {
	case broad:
		return "", "", errTooBroad
	case moved && len(f.roots) > 0:
		return f.roots[0], name, nil
	case moved && cwd != "":
		return "", "", errNotHere
	}
	return "", "", errOutside
}

// systemFolders are no place where an agent works.
var systemFolders = []string{"/etc", "/proc", "/sys", "/dev", "/boot", "/run"}

// tooBroad reports a folder that holds a whole home or disk, or belongs to the system:
// a session could name it to get at anything.
func tooBroad(dir string) bool {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	inside := func(above, below string) bool {
		rel, err := filepath.Rel(above, below)
		return err == nil && filepath.IsLocal(rel)
	}
	home, err := os.UserHomeDir()
	if inside("/dev/shm", dir) {
		return false // a disk in memory
	}
	return filepath.Dir(dir) == dir || err == nil && inside(dir, home) ||
		slices.ContainsFunc(systemFolders, func(s string) bool { return inside(s, dir) })
}

// secretNames are patterns of files that hold keys, in lower case.
var secretNames = []string{".env*", "*.env", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.ppk", "*.p12", "*.pfx",
	"*.jks", "*.kdb", "*.kdbx", "*.keystore", "*.gpg", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".my.cnf", ".s3cfg", ".boto",
	".git-credentials", "credentials", "credentials.*", ".vault-token", "auth.json", "secret.*", "secrets", "secrets.*", ".secrets", "*.tfstate", "*.tfvars",
	".htpasswd", ".dockercfg", ".dockerconfigjson", "kubeconfig", "environ", "shadow"}

var secretFolders = []string{".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure", ".git", "gcloud"}

func looksSecret(file string) bool {
	parts := strings.Split(strings.ToLower(filepath.ToSlash(file)), "/")
	for i := range parts {
		parts[i] = strings.TrimRight(parts[i], " .") // Windows reads such a name without them
	}
	for _, p := range secretNames {
		if ok, err := filepath.Match(p, parts[len(parts)-1]); err == nil && ok {
			return true
		}
	}
	return slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(secretFolders, p) })
}

// secret reports a file that looks like one and that the command line does not name.
func (f *workspaceFlags) secret(file string) bool {
	return looksSecret(file) && !slices.Contains(f.secrets, file)
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
		return nil, errNotHere
	}
	defer root.Close()
	if info, err := root.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	// One that became a pipe since would hold up whoever opens it.
	in, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("it is gone")
	case errors.Is(err, fs.ErrPermission):
		return nil, errors.New("it cannot be read")
	case err != nil:
		return nil, errOutside
	}
	defer in.Close()
	info, err := in.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case info.Size() > maxSource:
		return nil, errLargeFile
	}
	if err := f.openly(filepath.Join(dir, name), info); err != nil {
		return nil, err
	}
	return exactly(in, info.Size())
}

// exactly reads a file that has as many bytes as was said.
func exactly(in io.Reader, size int64) ([]byte, error) {
	data := make([]byte, size+1)
	n, err := io.ReadFull(in, data)
	if int64(n) != size || !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, errChanged // or it is none that lies on a disk
	}
	return data[:n], nil
}

// openly refuses what was opened by a link that leads to a secret, or by one that
// leads elsewhere by now.
func (f *workspaceFlags) openly(name string, opened fs.FileInfo) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return errChanged
	}
	now, err := os.Lstat(real)
	switch {
	case err != nil || !os.SameFile(now, opened):
		return errChanged
	case f.secret(real) && !slices.Contains(f.secrets, name):
		return errSecret
	}
	return nil
}
