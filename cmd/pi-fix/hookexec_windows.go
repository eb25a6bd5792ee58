package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// become runs pi in the place of this process, as far as that goes on Windows.
func (a *app) become(program string, args []string) error {
	if err := a.flush(); err != nil {
		return err
	}
	signal.Ignore(os.Interrupt) // it is for pi
	cmd := exec.Command(program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		a.raise(exit.ExitCode())
		return nil
	}
	return err
}
