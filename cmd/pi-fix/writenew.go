package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/pi-fix/pi-fix/recovery"
)

// A writeError reports that an output could not be written. There is no part of
// it left, and what the name stood for before is untouched.
type writeError struct {
	Name string
	Err  error
}

func (e *writeError) Error() string { return fmt.Sprintf("write %s: %s", e.Name, bare(e.Name, e.Err)) }

func (e *writeError) Unwrap() error { return e.Err }

// Is reports the causes that people are told apart for.
func (e *writeError) Is(target error) bool {
	switch target {
	case recovery.ErrNoSpace:
		return errors.Is(e.Err, syscall.ENOSPC)
	case recovery.ErrReadOnly:
		return errors.Is(e.Err, fs.ErrPermission) || errors.Is(e.Err, syscall.EROFS)
	}
	return false
}

var errIsFolder = errors.New("it is a folder")

// writeNew gives a name new content, whole or not at all: it is written beside
// it, brought to the disk and renamed. What is no file, such as a device or a pipe,
// is written to.
func writeNew(name string, mode os.FileMode, write func(*os.File) error) (err error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	was, missing := os.Stat(name)
	switch {
	case missing != nil:
	case was.IsDir():
		return errIsFolder
	case !was.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	dir, base := filepath.Split(name)
	temp := filepath.Join(dir, fmt.Sprintf(".%s.%d.pi-fix.out", base, os.Getpid()))
	f, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp)
		}
	}()
	if missing == nil {
		keepOwner(f, was)
	}
	if err = errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Rename(temp, name); err != nil {
		return err
	}
	return syncFolder(filepath.Clean(dir))
}

// writeBytes gives a name new content, as [writeNew] does.
func writeBytes(name string, content []byte) error {
	err := writeNew(name, 0o644, func(f *os.File) error {
		_, err := f.Write(content)
		return err
	})
	if err != nil {
		return &writeError{name, err}
	}
	return nil
}

// syncFolder makes the new name last. Systems that cannot sync a folder do not
// need it.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
