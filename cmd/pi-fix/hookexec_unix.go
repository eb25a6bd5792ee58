//go:build !windows

package main

import (
	"os"
	"path/filepath"
	"syscall"
)

// become replaces this process by pi, which so gets the terminal, the signals and
// the parent as if it had been started itself.
func (a *app) become(program string, args []string) error {
	if err := a.flush(); err != nil {
		return err
	}
	err := syscall.Exec(program, append([]string{filepath.Base(program)}, args...), os.Environ())
	return usage("name its program: pi-fix hook run --pi PATH", "pi cannot be started: %v", err)
}
