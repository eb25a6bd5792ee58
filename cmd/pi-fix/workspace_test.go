package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// project makes a folder as a session may name it, with files and with what must not
// be read.
func project(t *testing.T) (dir, outside string) {
	t.Helper()
	top := t.TempDir()
	if real, err := filepath.EvalSymlinks(top); err == nil {
		top = real
	}
	dir, outside = filepath.Join(top, "project"), filepath.Join(top, "other")
	for name, text := range map[string]string{
		filepath.Join(dir, "a.go"):          "package a\n",
		filepath.Join(dir, ".env"):          "KEY=1\n",
		filepath.Join(dir, ".ssh", "hosts"): "x\n",
		filepath.Join(dir, "deploy.pem"):    "x\n",
		filepath.Join(outside, "b.go"):      "package b\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, outside
}

// TestWorkspaceRefuses lists what a session can name and does not get.
func TestWorkspaceRefuses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and pipes are made otherwise there")
	}
	dir, outside := project(t)
	for link, to := range map[string]string{"out.go": filepath.Join(outside, "b.go"), "env.txt": ".env", "in.go": "a.go", "up": ".."} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := exec.Command("mkfifo", filepath.Join(dir, "pipe")).Run(); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(dir, "large.bin")
	if f, err := os.Create(large); err != nil || f.Truncate(maxSource+1) != nil || f.Close() != nil {
		t.Fatal(err)
	}
	var f workspaceFlags
	for _, c := range []struct{ cwd, file, why string }{
		{dir, dir + "/a.go", ""},
		{dir, dir + "/in.go", ""},
		{dir, outside + "/b.go", "outside"},
		{dir, dir + "/../other/b.go", "outside"},
		{dir, dir + "/out.go", "outside"},
		{dir, dir + "/up/other/b.go", "outside"},
		{dir, "~/.bashrc", "outside"},
		{dir, dir + "/.env", "secret"},
		{dir, dir + "/env.txt", "secret"},
		{dir, dir + "/.ssh/hosts", "secret"},
		{dir, dir + "/deploy.pem", "secret"},
		{dir, dir + "/pipe", "not a regular file"},
		{dir, dir, "not a regular file"},
		{dir, large, "larger than"},
		{dir, dir + "/gone.go", "gone"},
		{"/", "/etc/hostname", "a whole home or disk"},
		{"", "a.go", "outside"},
	} {
		data, err := f.disk(c.cwd, c.file)
		switch {
		case c.why == "" && (err != nil || string(data) != "package a\n"):
			t.Errorf("%s in %s: %q, %v", c.file, c.cwd, data, err)
		case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%s in %s: %q, %v, but it is %s", c.file, c.cwd, data, err, c.why)
		}
	}
}

// TestWorkspaceAllows: what the command line names may be read.
func TestWorkspaceAllows(t *testing.T) {
	dir, outside := project(t)
	f := workspaceFlags{roots: []string{outside}, secrets: []string{filepath.Join(dir, ".env")}, from: []string{"disk"}}
	if err := f.check(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{filepath.Join(outside, "b.go"): "package b\n", filepath.Join(dir, ".env"): "KEY=1\n"} {
		if data, err := f.disk(filepath.ToSlash(dir), filepath.ToSlash(name)); err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
}

// TestWorkspaceAsksGit: the last commit before a time counts, and nothing that the
// repository configures is run.
func TestWorkspaceAsksGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	dir, _ := project(t)
	ran := filepath.Join(dir, "ran")
	do := func(when string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE="+when, "GIT_AUTHOR_DATE="+when)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	do("", "init", "-q")
	do("", "add", "a.go", ".env")
	do("2025-01-01T00:00:00Z", "commit", "-qm", "one")
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a // later\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	do("2025-06-01T00:00:00Z", "commit", "-qam", "two")
	do("", "config", "core.fsmonitor", "touch "+ran)
	do("", "config", "diff.external", "touch "+ran)
	if err := os.Remove(ran); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var f workspaceFlags
	file := filepath.ToSlash(filepath.Join(dir, "a.go"))
	for _, c := range []struct{ file, before, want, why string }{
		{file, "2025-03-01T00:00:00.000Z", "package a\n", ""},
		{file, "2025-07-01T00:00:00.000Z", "package a // later\n", ""},
		{file, "2024-01-01T00:00:00.000Z", "", "no commit before that time"},
		{file, "yesterday; touch ran", "", "the entry has no time"},
		{filepath.ToSlash(filepath.Join(dir, ".env")), "2025-07-01T00:00:00Z", "", "secret"},
		{filepath.ToSlash(filepath.Join(dir, "--output=ran")), "2025-07-01T00:00:00Z", "", "no commit before that time"},
	} {
		got := f.committed(t.Context(), new(sync.Map), filepath.ToSlash(dir), c.file, c.before)
		if string(got.data) != c.want || (got.err == nil) != (c.why == "") || got.err != nil && !strings.Contains(got.err.Error(), c.why) {
			t.Errorf("%s before %s: %q, %v", c.file, c.before, got.data, got.err)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a command of the repository was run")
	}
}
