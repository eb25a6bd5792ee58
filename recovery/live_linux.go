package recovery

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// piProcesses returns the processes below proc that look like pi and have cwd
// as their working folder. This process is not among them.
func piProcesses(proc, cwd string) []int {
	if cwd == "" {
		return nil
	}
	names, err := os.ReadDir(proc)
	if err != nil {
		return nil
	}
	home, _ := os.Stat(cwd)
	var pids []int
	for _, d := range names {
		pid, err := strconv.Atoi(d.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		dir := filepath.Join(proc, d.Name())
		if isPi(dir) && worksIn(filepath.Join(dir, "cwd"), cwd, home) {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

// worksIn compares the files and not only their names, because the header has
// the name that the user typed, and it may lead through a symbolic link.
func worksIn(link, cwd string, home os.FileInfo) bool {
	if home != nil {
		if is, err := os.Stat(link); err == nil {
			return os.SameFile(home, is)
		}
	}
	to, err := os.Readlink(link)
	return err == nil && to == filepath.Clean(cwd)
}

// isPi says whether a process calls itself pi, or is a JavaScript runtime that
// runs pi's program. pi sets its process title, which shows in both files; for
// the moment until then, and where a wrapper undoes it, the arguments tell.
func isPi(dir string) bool {
	if comm, err := os.ReadFile(filepath.Join(dir, "comm")); err == nil && isTitle(string(bytes.TrimSpace(comm))) {
		return true
	}
	line, err := os.ReadFile(filepath.Join(dir, "cmdline"))
	if err != nil {
		return false
	}
	// A title that is set replaces the arguments by one text without a zero at
	// its end, or filled up with zeros or blanks.
	args := strings.Split(strings.TrimRight(string(line), "\x00 "), "\x00")
	if isTitle(filepath.Base(args[0])) {
		return true
	}
	switch filepath.Base(args[0]) {
	case "node", "nodejs", "bun":
		return slices.ContainsFunc(scriptOf(args[1:]), isPiProgram)
	}
	return false
}

// isTitle knows the names that pi gives itself; the second is that of the pi
// that another program drives.
func isTitle(name string) bool { return name == "pi" || name == "pi-rpc" }

// scriptOf returns the first argument that is no option, as a list of at most
// one. An option's own value may stand there instead; it then is no program of
// pi's either.
func scriptOf(args []string) []string {
	i := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") })
	if i < 0 {
		return nil
	}
	return args[i : i+1]
}

func isPiProgram(script string) bool {
	switch filepath.Base(script) {
	case "pi":
		return true
	case "cli.js", "rpc-entry.js":
		return strings.Contains(script, "/pi-coding-agent/")
	}
	return false
}
