package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// committed is what git has of a file.
type committed struct {
	data   []byte
	commit string
	err    error
}

var (
	errNoCommit     = errors.New("no commit before that time holds it")
	errNoRepository = errors.New("the folder is in no repository with commits")
	errNoGit        = errors.New("it is not installed")
	errBorrowed     = errors.New("the folder's repository takes its content from elsewhere")
)

// repositoryAnswer is whether git may be asked about a folder.
type repositoryAnswer struct{ err error }

// committed asks git for a file as the last commit before a time has it. folders keeps
// which ones are in a repository.
func (f *workspaceFlags) committed(ctx context.Context, folders *sync.Map, cwd, file, before string) committed {
	dir, name, err := f.place(cwd, file)
	if err != nil {
		return committed{err: err}
	}
	at, err := time.Parse(time.RFC3339Nano, before)
	if err != nil {
		return committed{err: errors.New("the entry has no time")}
	}
	name = "./" + filepath.ToSlash(name)
	ask := func(args ...string) (string, error) {
		out, err := quietGit(ctx, dir, args...).Output()
		return strings.TrimRight(string(out), "\n"), err
	}
	answer, met := folders.Load(dir)
	if !met {
		answer, _ = folders.LoadOrStore(dir, repositoryAnswer{ownRepository(ask)})
	}
	if err := answer.(repositoryAnswer).err; err != nil {
		return committed{err: err}
	}
	commit, err := ask("rev-list", "-1", "--before=@"+strconv.FormatInt(at.Unix(), 10), "HEAD", "--", name)
	if err != nil {
		return committed{err: errors.New("it does not answer")}
	}
	if commit == "" {
		return committed{err: errNoCommit}
	}
	entry, err := ask("ls-tree", "-l", commit, "--", name)
	if err != nil {
		return committed{err: errNoCommit}
	}
	data, err := blob(ctx, dir, entry)
	return committed{data: data, commit: commit, err: err}
}

// blob returns the content of a regular file in a tree, by its line of ls-tree -l.
func blob(ctx context.Context, dir, entry string) ([]byte, error) {
	fields := strings.Fields(entry) // mode, type, id, size, name
	if len(fields) < 5 || !strings.HasPrefix(fields[0], "100") {
		return nil, errNoCommit
	}
	if size, err := strconv.ParseInt(fields[3], 10, 64); err != nil || size > maxSource {
		return nil, errLargeFile
	}
	return quietGit(ctx, dir, "cat-file", "blob", fields[2]).Output()
}

// quietGit is git without all that a repository could make it run or fetch: the
// folder is one that a session names.
func quietGit(ctx context.Context, dir string, args ...string) *exec.Cmd {
	quiet := []string{"-C", dir, "--literal-pathspecs", "--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false",
		"-c", "core.hooksPath=" + os.DevNull, "-c", "core.alternateRefsCommand=", "-c", "protocol.allow=never"}
	cmd := exec.CommandContext(ctx, "git", append(quiet, args...)...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1")
	return cmd
}
