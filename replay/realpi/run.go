package realpi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

// DefaultPrompt is what pi is told when a [Job] does not say. It is the last
// message of the request that follows.
const DefaultPrompt = "ping"

// A Pi is one installed version of pi.
type Pi struct {
	// Version is what pi says of itself, for example 1.5.2.
	Version string
	argv    []string
	env     []string
}

// Open wraps a pi that is installed already. The command is a file name or, if
// it has no separator, a program on the PATH of env. It is asked for its
// version, on which the flags of later runs depend.
func Open(ctx context.Context, command string, env []string) (*Pi, error) {
	if !strings.ContainsAny(command, `/\`) {
		name, err := lookPath(command, env)
		if err != nil {
			return nil, fmt.Errorf("open pi: %w", err)
		}
		command = name
	}
	// It will be started in other folders than this one.
	command, err := filepath.Abs(command)
	if err != nil {
		return nil, fmt.Errorf("open pi: %w", err)
	}
	p := &Pi{argv: []string{command}, env: env}
	printed, err := output(p.exec(ctx, "--version"), p.environ())
	if err != nil {
		return nil, fmt.Errorf("open pi: %w", err)
	}
	p.Version = strings.TrimPrefix(strings.TrimSpace(printed), "v")
	return p, nil
}

// A Job is one run of pi with one prompt.
type Job struct {
	// Session is read to its end and copied; nil lets pi start a new one.
	Session io.Reader
	// Model is whom pi talks to.
	Model Model
	// Prompt is what pi is told, [DefaultPrompt] if empty. It must not begin
	// with a hyphen.
	Prompt string
	// Args are more arguments, for example --mode json.
	Args []string
	// Timeout is how long pi may take, a minute if zero. pi never ends on a
	// session whose parents form a cycle.
	Timeout time.Duration
	// Dir keeps the [Home] of the run; if empty it is a temporary folder that
	// is removed afterwards.
	Dir string
}

// An Outcome is how pi ended. What the service was sent is known there.
type Outcome struct {
	// Exit is the status, or -1 if a signal ended pi. In text mode an error
	// of the service gives 1.
	Exit int
	// TimedOut says that pi was killed because it took too long.
	TimedOut bool
	// Stdout and Stderr are what it printed, each up to a mebibyte.
	Stdout, Stderr string
}

// Run runs pi once. An error means that pi could not be run or that the
// context ended; a pi that fails, or never ends, is an [Outcome].
func (p *Pi) Run(ctx context.Context, job Job) (*Outcome, error) {
	if job.Dir == "" {
		dir, err := os.MkdirTemp("", "pi-fix-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		job.Dir = dir
	}
	home, err := furnish(job)
	if err != nil {
		return nil, fmt.Errorf("prepare pi %s: %w", p.Version, err)
	}
	if job.Timeout == 0 {
		job.Timeout = time.Minute
	}
	limited, cancel := context.WithTimeout(ctx, job.Timeout)
	defer cancel()
	prompt := job.Prompt
	if prompt == "" {
		prompt = DefaultPrompt
	}
	var stdout, stderr head
	cmd := p.Command(limited, home, job.Model, slices.Concat(job.Args, []string{"-p", prompt})...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("run pi %s: %w", p.Version, ctx.Err())
	}
	timedOut := err != nil && limited.Err() != nil
	exit, err := exitStatus(err)
	if err != nil && !timedOut {
		return nil, fmt.Errorf("run pi %s: %w", p.Version, err)
	}
	return &Outcome{Exit: exit, TimedOut: timedOut, Stdout: stdout.String(), Stderr: stderr.String()}, nil
}

// Follow runs pi once in JSON mode and hands on what it tells; see the function
// [Follow]. An error means that pi could not be prepared, or is that of each.
func (p *Pi) Follow(ctx context.Context, job Job, each func(events.Event) error) (events.Event, error) {
	if job.Dir == "" {
		dir, err := os.MkdirTemp("", "pi-fix-")
		if err != nil {
			return events.Event{}, err
		}
		defer os.RemoveAll(dir)
		job.Dir = dir
	}
	n := &events.Normalizer{Session: events.Started}
	if job.Session != nil {
		n.Session = events.Resumed
	}
	home, err := furnish(job)
	if err != nil {
		return events.Event{}, fmt.Errorf("prepare pi %s: %w", p.Version, err)
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(job.Timeout, time.Minute))
	defer cancel()
	args := slices.Concat([]string{"--mode", "json"}, job.Args, []string{"-p", cmp.Or(job.Prompt, DefaultPrompt)})
	// The command gets no end from the context: Follow brings it about in order.
	return Follow(ctx, p.Command(context.Background(), home, job.Model, args...), n, each)
}

func furnish(job Job) (Home, error) {
	dir, err := filepath.Abs(job.Dir)
	if err != nil {
		return Home{}, err
	}
	home := Home{Dir: dir}
	if err := home.Furnish(job.Model); err != nil {
		return home, err
	}
	if job.Session == nil {
		return home, nil
	}
	return home, home.Put(job.Session)
}

// Command prepares a run in a furnished home for callers that want to speak
// with pi while it runs. Nothing has been started; the end of the context
// kills pi and all that it started.
func (p *Pi) Command(ctx context.Context, home Home, m Model, args ...string) *exec.Cmd {
	all := append(safeSwitches(p.Version),
		"--session", home.Session(), "--provider", m.Provider, "--model", m.ID)
	cmd := p.exec(ctx, append(all, args...)...)
	cmd.Dir = home.Work()
	cmd.Env = append(p.environ(), "PI_CODING_AGENT_DIR="+home.Agent())
	return cmd
}

func (p *Pi) exec(ctx context.Context, args ...string) *exec.Cmd {
	argv := slices.Concat(p.argv, args)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	killGroup(cmd)
	// A tool that outlives pi holds its pipes open.
	cmd.WaitDelay = 2 * time.Second
	return cmd
}

// handedOn are the variables that pi inherits. Everything else stays outside:
// keys, proxies, and settings that would lead it to another service.
var handedOn = []string{
	"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ",
	"SYSTEMROOT", "COMSPEC", "PATHEXT", "USERPROFILE", "TEMP", "TMP",
}

func (p *Pi) environ() []string {
	env := []string{
		"PI_OFFLINE=1", "PI_TELEMETRY=0", "PI_SKIP_VERSION_CHECK=1",
		// The service of a test speaks no HTTP/2, which Bedrock's client asks for.
		"AWS_BEDROCK_FORCE_HTTP1=1", "AWS_EC2_METADATA_DISABLED=true",
	}
	for _, pair := range p.env {
		name, _, _ := strings.Cut(pair, "=")
		if runtime.GOOS == "windows" {
			name = strings.ToUpper(name)
		}
		if slices.Contains(handedOn, name) {
			env = append(env, pair)
		}
	}
	return env
}

// exitStatus tells how a command ended: its status, or -1 when a signal ended
// it, or an error when it could not be run at all. Output that a surviving
// tool held back is no failure of pi.
func exitStatus(err error) (int, error) {
	var exit *exec.ExitError
	switch {
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		return 0, nil
	case errors.As(err, &exit):
		return exit.ExitCode(), nil
	}
	return -1, err
}

// A head keeps the beginning of what is written to it. The rest is dropped
// without an error, so that the writer goes on.
type head struct{ strings.Builder }

const headSize = 1 << 20

func (h *head) Write(p []byte) (int, error) {
	h.Builder.Write(p[:min(len(p), headSize-h.Len())])
	return len(p), nil
}
