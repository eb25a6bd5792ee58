//go:build unix

package realpi

import (
	"os"
	"os/exec"
	"syscall"
)

// killGroup makes a command the leader of a process group, and the end of its
// context the end of the group. The signal is SIGKILL: pi ignores SIGTERM
// while it follows a cycle of parents, and its tools are processes too.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		if err == syscall.ESRCH {
			return os.ErrProcessDone
		}
		return err
	}
}
