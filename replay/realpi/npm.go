package realpi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// A CommandError is a command that ended badly, with what it printed.
type CommandError struct {
	Command string
	Output  string
	Err     error
}

// Error names the command and shows its output.
func (e *CommandError) Error() string {
	return fmt.Sprintf("%s: %v\n%s", e.Command, e.Err, strings.TrimSpace(e.Output))
}

// Unwrap returns how the command ended.
func (e *CommandError) Unwrap() error { return e.Err }

// npmInstall installs a package with its dependencies below prefix. No script
// of any package runs: pi needs none, and a cache is no place for surprises.
func (c *Cache) npmInstall(ctx context.Context, prefix, spec string) error {
	_, err := c.npm(ctx, prefix, "install", "--prefix", prefix, "--no-save", spec)
	return err
}

// npmUnpack downloads a package without its dependencies and unpacks it into
// dir. npm has checked the download against the registry's hash.
func (c *Cache) npmUnpack(ctx context.Context, prefix, spec, dir string) error {
	if _, err := c.npm(ctx, prefix, "pack", "--pack-destination", prefix, spec); err != nil {
		return err
	}
	tarballs, err := filepath.Glob(filepath.Join(prefix, "*.tgz"))
	if err != nil || len(tarballs) != 1 {
		return fmt.Errorf("npm pack %s: %d archives in %s", spec, len(tarballs), prefix)
	}
	if err := unpack(tarballs[0], dir); err != nil {
		return fmt.Errorf("unpack %s: %w", spec, err)
	}
	return os.Remove(tarballs[0])
}

// npm runs npm in dir and returns what it printed to standard output.
func (c *Cache) npm(ctx context.Context, dir string, args ...string) (string, error) {
	name, err := lookPath("npm", c.Env)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoNpm, err)
	}
	quiet := []string{"--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"}
	cmd := exec.CommandContext(ctx, name, append(args, quiet...)...)
	cmd.Dir = dir
	return output(cmd, c.Env)
}

// output runs a command and returns its standard output; when the command
// fails, the error holds both streams.
func output(cmd *exec.Cmd, env []string) (string, error) {
	var stdout bytes.Buffer
	var both bothStreams
	// A nil environment would mean that of this process, which is not ours to
	// hand on.
	cmd.Env = append([]string{}, env...)
	cmd.Stdout = io.MultiWriter(&stdout, &both)
	cmd.Stderr = &both
	killGroup(cmd)
	cmd.WaitDelay = 2 * time.Second
	if err := cmd.Run(); err != nil {
		return "", &CommandError{Command: strings.Join(cmd.Args, " "), Output: both.text.String(), Err: err}
	}
	return stdout.String(), nil
}

// bothStreams holds what a command wrote to both of its streams, which are read
// at the same time.
type bothStreams struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *bothStreams) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

// lookPath finds a program through the PATH of env, not of this process.
func lookPath(program string, env []string) (string, error) {
	names := []string{program}
	if runtime.GOOS == "windows" {
		names = []string{program + ".exe", program + ".cmd"}
	}
	for _, dir := range filepath.SplitList(lookupEnv(env, "PATH")) {
		for _, name := range names {
			if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil && filepath.IsAbs(found) {
				return found, nil
			}
		}
	}
	return "", fmt.Errorf("find %s: %w", program, exec.ErrNotFound)
}

// lookupEnv returns the last value of a variable, as a process would see it.
func lookupEnv(env []string, key string) string {
	value := ""
	for _, pair := range env {
		name, v, _ := strings.Cut(pair, "=")
		if name == key || runtime.GOOS == "windows" && strings.EqualFold(name, key) {
			value = v
		}
	}
	return value
}
