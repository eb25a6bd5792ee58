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
	ownGroup(cmd)
	cmd.Cancel = func() error {
		err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		if err == syscall.ESRCH {
			return os.ErrProcessDone
		}
		return err
	}
}

// ownGroup makes a command the leader of a process group. An interrupt that a
// terminal sends to its foreground does not reach it then.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askToEnd sends SIGTERM, which pi answers by stopping its tools and storing that
// it was stopped. Of SIGINT it knows nothing in JSON mode: it would be gone at once
// and its tools would go on. An error means that it has ended already.
func askToEnd(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGTERM) }

// endGroup kills what is left of a command's group.
func endGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
