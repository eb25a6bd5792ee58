//go:build !unix

package realpi

import "os/exec"

// killGroup leaves the command as it is: only the process itself is ended.
func killGroup(*exec.Cmd) {}

func ownGroup(*exec.Cmd) {}

// askToEnd ends pi: there is no gentle way that every system has.
func askToEnd(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func endGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
