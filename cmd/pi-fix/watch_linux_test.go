//go:build amd64 || arm64

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A watched program waits before each of its system calls that concern files,
// until the test has said what becomes of the call. The kernel does that with a
// seccomp filter whose listener the test holds, so the program is the one that
// people run, and no debugger is needed.

// A sysCall is a call that is about to be made.
type sysCall struct {
	Nr int
	// Name is the file that it names, or to which its descriptor belongs; for a
	// call with two names, the first.
	Name string
	// Fd is its first argument, if that is a descriptor, and -1 otherwise.
	Fd int
	// Flags is its third argument; for openat, how the file is opened.
	Flags int
}

func (c sysCall) String() string {
	return fmt.Sprintf("%s(%s)", callNames[c.Nr], filepath.Base(c.Name))
}

// Calls that name their file by the argument of that number.
var namedCalls = map[int]int{
	unix.SYS_OPENAT: 1, sysFstatat: 1, unix.SYS_STATX: 1, unix.SYS_UNLINKAT: 1, unix.SYS_MKDIRAT: 1,
	unix.SYS_LINKAT: 1, unix.SYS_RENAMEAT: 1, unix.SYS_RENAMEAT2: 1, unix.SYS_FCHMODAT: 1,
	unix.SYS_FCHOWNAT: 1, unix.SYS_UTIMENSAT: 1, unix.SYS_READLINKAT: 1, unix.SYS_TRUNCATE: 0,
}

var callNames = map[int]string{
	unix.SYS_OPENAT: "openat", sysFstatat: "fstatat", unix.SYS_STATX: "statx", unix.SYS_UNLINKAT: "unlinkat",
	unix.SYS_MKDIRAT: "mkdirat", unix.SYS_LINKAT: "linkat", unix.SYS_RENAMEAT: "renameat",
	unix.SYS_RENAMEAT2: "renameat2", unix.SYS_FCHMODAT: "fchmodat", unix.SYS_FCHOWNAT: "fchownat",
	unix.SYS_UTIMENSAT: "utimensat", unix.SYS_READLINKAT: "readlinkat", unix.SYS_TRUNCATE: "truncate",
	unix.SYS_READ: "read", unix.SYS_PREAD64: "pread", unix.SYS_WRITE: "write", unix.SYS_PWRITE64: "pwrite",
	unix.SYS_CLOSE: "close", unix.SYS_LSEEK: "lseek", unix.SYS_FSTAT: "fstat", unix.SYS_FCHMOD: "fchmod",
	unix.SYS_FCHOWN: "fchown", unix.SYS_FSYNC: "fsync", unix.SYS_FDATASYNC: "fdatasync",
	unix.SYS_FTRUNCATE: "ftruncate", unix.SYS_FLOCK: "flock", unix.SYS_FCNTL: "fcntl",
	unix.SYS_GETDENTS64: "getdents", unix.SYS_COPY_FILE_RANGE: "copy_file_range", unix.SYS_SENDFILE: "sendfile",
	unix.SYS_FLISTXATTR: "flistxattr", unix.SYS_FGETXATTR: "fgetxattr", unix.SYS_FSETXATTR: "fsetxattr",
}

// proceed is the answer that lets a call be made; any other one becomes its error.
const proceed = unix.Errno(0)

// errUnwatchable is the answer of a kernel, or a container, without such filters.
var errUnwatchable = errors.New("no program can be watched here, so no fault can be put into it")

// cannotWatch skips a test where the kernel does not let one process watch another,
// unless that is required.
func cannotWatch(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("PI_FIX_REQUIRE_ROOT_TESTS") == "1" {
		t.Fatal(err)
	}
	t.Skip(err)
}

// watch runs a program to its end and asks judge about each call, one at a time.
// Judge may kill the program. How it ended stands in cmd.ProcessState.
func watch(cmd *exec.Cmd, judge func(sysCall) unix.Errno) error {
	listener, err := startWatched(cmd)
	if err != nil {
		return err
	}
	if err = attend(listener, judge); err != nil {
		_ = cmd.Process.Kill()
	}
	exit := cmd.Wait()
	if errors.As(exit, new(*exec.ExitError)) {
		exit = nil
	}
	return errors.Join(err, exit, unix.Close(listener))
}

// startWatched starts a program by way of this test binary, which puts the
// filter on itself and then becomes the program.
func startWatched(cmd *exec.Cmd) (listener int, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(ends[0])
	theirs := os.NewFile(uintptr(ends[1]), "listener")
	cmd.Args = append([]string{"watched", cmd.Path}, cmd.Args[1:]...)
	cmd.Path, cmd.ExtraFiles = self, []*os.File{theirs}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	// A signal would make the kernel report an interrupted call once more.
	cmd.Env = append(cmd.Env, "GODEBUG=asyncpreemptoff=1")
	if err := errors.Join(cmd.Start(), theirs.Close()); err != nil {
		return 0, err
	}
	if listener, err = receive(ends[0]); err != nil {
		return 0, errors.Join(errUnwatchable, err, cmd.Wait())
	}
	return listener, nil
}

func receive(from int) (int, error) {
	word, oob := make([]byte, 4), make([]byte, unix.CmsgSpace(4))
	n, oobn, _, _, err := unix.Recvmsg(from, word, oob, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return 0, err
	}
	if n != 4 {
		return 0, errors.New("the program did not start")
	}
	if no := binary.NativeEndian.Uint32(word); no != 0 {
		return 0, unix.Errno(no)
	}
	messages, err := unix.ParseSocketControlMessage(oob[:oobn])
	if err != nil {
		return 0, err
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	return fds[0], err
}

func init() { programs["watched"] = becomeWatched }

// becomeWatched is the child's part.
func becomeWatched() {
	runtime.LockOSThread()
	unix.CloseOnExec(3)
	fd, err := installFilter()
	var no unix.Errno
	errors.As(err, &no)
	word := binary.NativeEndian.AppendUint32(nil, uint32(no))
	var rights []byte
	if err == nil {
		rights = unix.UnixRights(fd)
	}
	if err := errors.Join(err, unix.Sendmsg(3, word, rights, nil, 0)); err != nil {
		os.Exit(exitTrouble)
	}
	_ = syscall.Exec(os.Args[1], os.Args[1:], os.Environ())
	os.Exit(exitTrouble)
}

func installFilter() (listener int, err error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, err
	}
	filter := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}} // the number of the call
	for nr := range callNames {
		filter = append(filter,
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: uint32(nr)},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF})
	}
	filter = append(filter, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	fd, _, no := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&prog)))
	if no != 0 {
		return 0, no
	}
	return int(fd), nil
}

// notice and answer are struct seccomp_notif and struct seccomp_notif_resp.
type notice struct {
	ID         uint64
	Pid, Flags uint32
	Nr         int32
	Arch       uint32
	IP         uint64
	Args       [6]uint64
}

type answer struct {
	ID    uint64
	Val   int64
	Error int32
	Flags uint32
}

// makeIt is SECCOMP_USER_NOTIF_FLAG_CONTINUE.
const makeIt = 1

// attend answers until the program is gone.
func attend(fd int, judge func(sysCall) unix.Errno) error {
	for {
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if _, err := unix.Poll(ready, -1); errors.Is(err, unix.EINTR) {
			continue
		} else if err != nil {
			return err
		}
		if ready[0].Revents&unix.POLLIN == 0 {
			return nil
		}
		var n notice
		err := control(fd, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n))
		if err == nil {
			a := answer{ID: n.ID, Flags: makeIt}
			if no := judge(lookAt(&n)); no != proceed {
				a.Error, a.Flags = -int32(no), 0
			}
			err = control(fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&a))
		}
		// ENOENT: the caller died meanwhile.
		if err != nil && !errors.Is(err, unix.ENOENT) && !errors.Is(err, unix.EINTR) {
			return fmt.Errorf("listen to a watched program: %w", err)
		}
	}
}

func control(fd int, request uintptr, arg unsafe.Pointer) error {
	if _, _, no := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(arg)); no != 0 {
		return no
	}
	return nil
}

// look finds the name of what a call is about.
func lookAt(n *notice) sysCall {
	c := sysCall{Nr: int(n.Nr), Fd: -1, Flags: int(n.Args[2])}
	if arg, ok := namedCalls[c.Nr]; ok {
		c.Name = textAt(n.Pid, n.Args[arg])
		return c
	}
	c.Fd = int(int32(n.Args[0]))
	c.Name, _ = os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", n.Pid, c.Fd))
	c.Name = strings.TrimSuffix(c.Name, " (deleted)")
	return c
}

// textAt reads a text out of a program's memory.
func textAt(pid uint32, at uint64) string {
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return ""
	}
	defer mem.Close()
	b := make([]byte, unix.PathMax)
	n, _ := mem.ReadAt(b, int64(at))
	text, _, _ := bytes.Cut(b[:n], []byte{0})
	return string(text)
}
