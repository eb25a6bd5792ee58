//go:build amd64 || arm64

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestCheckingOpensNothingForWriting looks at each file that a program opens:
// what only looks at sessions writes nowhere, not even a temporary file.
func TestCheckingOpensNothingForWriting(t *testing.T) {
	program := buildProgram(t)
	damaged, err := filepath.Abs("../../testdata/broken.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", damaged}, {"check", filepath.Dir(damaged)}, {"replay", damaged}, {"-n", damaged}, {"-o", "-", damaged},
	} {
		cmd := exec.Command(program, args...)
		opened := 0
		err := watch(cmd, func(c sysCall) unix.Errno {
			const writes = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND
			switch c.Nr {
			case unix.SYS_OPENAT:
				opened++
				if c.Flags&writes != 0 && c.Name != os.DevNull {
					t.Errorf("%q opens %s for writing", args, c.Name)
				}
			case unix.SYS_LINKAT, unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_UNLINKAT, unix.SYS_MKDIRAT,
				unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
				unix.SYS_TRUNCATE, unix.SYS_FTRUNCATE, unix.SYS_FSETXATTR:
				t.Errorf("%q changes files: %v", args, c)
			}
			return proceed
		})
		if errors.Is(err, errUnwatchable) {
			cannotWatch(t, err)
		}
		if err != nil || opened == 0 {
			t.Errorf("%q: %d files opened, %v", args, opened, err)
		}
	}
}
