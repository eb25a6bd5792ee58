package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/hook"
)

// hookRunOptions are the flags of hook run.
type hookRunOptions struct {
	mode, pi string
	gate     bool
}

func newHookRun(a *app) *cobra.Command {
	var o hookRunOptions
	cmd := &cobra.Command{
		Use:   "run -- PI-ARGS...",
		Short: "Check the session that pi would open, then start pi",
		Long: `Check the session that pi would open with these arguments (-c, -r, --session, --fork,
--session-id), before it does, and start pi then. Opening is a write: pi mends the
last line and converts old versions, so a check comes best before it.

A sound session is not touched, nor is one that another pi may have open. What
becomes of a damaged one is the mode: warn, ask or fix. Nobody is asked without a
terminal: only what cannot be resumed is kept from pi then.

The exit status is pi's own, or 1 when pi was not started. When the check itself
fails or takes more than 5 seconds, pi is started all the same, unless
PI_FIX_HOOK=strict says otherwise.`,
		Example: `  pi-fix hook run -- -c
  pi-fix hook run --mode fix -- --session session.jsonl -p "go on"`,
		Args: func(cmd *cobra.Command, args []string) error {
			if n := cmd.ArgsLenAtDash(); len(args) > 0 && n != 0 {
				return usage("put what is for pi behind --: pi-fix hook run -- "+quoteAll(args), "hook run takes no %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.hookRun(cmd.Context(), args, o) },
	}
	fs := cmd.Flags()
	fs.StringVar(&o.mode, "mode", "", "what becomes of a damaged session: ask, warn, fix (default: as installed)")
	fs.StringVar(&o.pi, "pi", "pi", "the `program`")
	fs.BoolVar(&o.gate, "gate", false, "do not start pi; exit status 0 says that it may be")
	return cmd
}

func (a *app) hookRun(ctx context.Context, args []string, o hookRunOptions) error {
	if err := checkHookMode(o.mode); err != nil {
		return err
	}
	may, err := a.hookGate(ctx, args, o.mode)
	switch {
	case err != nil:
		return err
	case !may:
		a.say("pi was not started")
		a.raise(exitLeft)
		return nil
	case o.gate:
		return nil
	}
	program, err := exec.LookPath(o.pi)
	if err != nil {
		return usage("install pi, or name its program: pi-fix hook run --pi PATH", "pi cannot be started: %v", err)
	}
	return a.become(program, args)
}

func checkHookMode(mode string) error {
	if mode == "" || slices.Contains(hook.Modes, hook.Mode(mode)) {
		return nil
	}
	names := make([]string, len(hook.Modes))
	for i, m := range hook.Modes {
		names[i] = string(m)
	}
	next := didYouMean(mode, names)
	if next == "" {
		next = "the modes are " + strings.Join(names, ", ")
	}
	return usage(next, "unknown mode %q", mode)
}

// hookGate reports whether pi may be started with these arguments. The error is an
// interrupt: everything else that goes wrong is told and does not keep pi from it.
func (a *app) hookGate(ctx context.Context, args []string, flag string) (bool, error) {
	mode, setting, trouble := hookMode(flag)
	if trouble != nil {
		a.say("%v", trouble)
	}
	if setting.Off {
		return true, nil
	}
	g := &gate{a: a, mode: mode, asked: isTerminal(os.Stdin) && isTerminal(os.Stderr)}
	err := g.check(ctx, hook.ReadArgs(args))
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		a.say("%s", notChecked(g.at, err))
		if setting.Strict {
			return false, nil
		}
	}
	return g.decide(ctx)
}

// gate is the check before pi starts.
type gate struct {
	a     *app
	mode  hook.Mode
	asked bool
	at    string   // what is being checked
	found []opened // that are damaged
}

// check looks at the sessions that pi may open.
func (g *gate) check(ctx context.Context, o hook.Opening) error {
	names, err := candidates(o)
	if err != nil {
		return err
	}
	limit, stop := context.WithTimeout(ctx, hookPatience)
	defer stop()
	if o.Kind == hook.Picked && len(names) > 0 {
		g.at = filepath.Dir(names[0])
		return g.checkPicked(limit, g.at, names)
	}
	for _, name := range names {
		g.at = name
		l, err := g.a.look(limit, name)
		if err != nil {
			return err
		}
		if l.Damaged {
			g.found = append(g.found, l)
		}
	}
	return nil
}

// candidates are the files that pi may open.
func candidates(o hook.Opening) ([]string, error) {
	if o.Kind == hook.None {
		return nil, nil
	}
	if o.Kind == hook.Named && looksLikeFile(o.Word) {
		name, err := filepath.Abs(expandHome(o.Word))
		return []string{name}, err
	}
	s, err := openStore(o.SessionDir)
	if err != nil {
		return nil, err
	}
	switch o.Kind {
	case hook.Latest:
		name, _, err := s.latest()
		if none := (*usageError)(nil); errors.As(err, &none) {
			return nil, nil // pi begins a new one
		}
		return []string{name}, err
	case hook.Picked, hook.ByID:
		dir, err := filepath.Abs(s.project())
		if err != nil {
			return nil, err
		}
		all, _ := list(dir) // of a folder that is not there pi shows nothing
		var names []string
		for _, one := range all {
			if one.peek(); o.Kind == hook.Picked || one.id == o.Word {
				names = append(names, one.name)
			}
		}
		return names, nil
	}
	return s.find(o.Word), nil
}

// decide tells what was found and does what is to be done about it.
func (g *gate) decide(ctx context.Context) (bool, error) {
	if len(g.found) == 0 {
		return true, nil
	}
	all := g.state()
	for _, l := range g.found {
		g.a.say("%s", l.text)
	}
	do := hook.Decide(g.mode, all, g.asked)
	if do == hook.Repair {
		if g.repair(ctx) {
			return true, nil
		}
		do = hook.Unrepaired(all, g.asked)
		all.Fixable = false
	}
	if do == hook.Choose {
		return g.choose(ctx, all.Fixable)
	}
	if do == hook.Cancel && all.Fixable {
		g.a.say("next: repair it: pi-fix %s, or let the hook do that: %s=fix", quoteAll(g.names()), hook.Variable)
	}
	return do != hook.Cancel, ctx.Err()
}

// state is that of all sessions that were found damaged. Of several, pi opens the
// one that the user picks.
func (g *gate) state() hook.State {
	all := hook.State{Damaged: true, Fixable: true, Fatal: true}
	for _, l := range g.found {
		all.Fixable = all.Fixable && l.Fixable
		all.Fatal = all.Fatal && l.Fatal && len(g.found) == 1
	}
	return all
}

func (g *gate) names() []string {
	names := make([]string, len(g.found))
	for i, l := range g.found {
		names[i] = l.name
	}
	return names
}

// repair repairs what was found and reports whether nothing is left.
func (g *gate) repair(ctx context.Context) bool {
	good := true
	for _, l := range g.found {
		text, _, err := g.a.mend(ctx, l.name)
		if err != nil {
			text, good = unmended(l.name, err), false
		}
		g.a.say("%s", text)
	}
	return good
}

// choose lets the user choose.
func (g *gate) choose(ctx context.Context, fixable bool) (bool, error) {
	question := "start pi all the same? [y]es, [N]o: "
	if fixable {
		question = "[R]epair it first, [s]tart pi all the same, [c]ancel: "
	}
	if _, err := fmt.Fprint(g.a.err, "pi-fix: "+question); err != nil {
		return false, err
	}
	word, err := readLine(ctx, g.a.in)
	if err != nil {
		return false, err
	}
	switch word = strings.ToLower(word); {
	case fixable && strings.HasPrefix("repair", word): // also an empty line
		return g.repair(ctx), ctx.Err()
	case fixable && strings.HasPrefix("start", word), !fixable && word != "" && strings.HasPrefix("yes", word):
		return true, nil
	}
	return false, nil
}

// readLine reads what somebody types, one byte at a time: what follows is pi's.
func readLine(ctx context.Context, r io.Reader) (string, error) {
	typed := make(chan string, 1)
	go func() {
		var line []byte
		for b := make([]byte, 1); ; {
			n, err := r.Read(b)
			if n > 0 && b[0] != '\n' {
				line = append(line, b[0])
			}
			if err != nil && len(line) == 0 {
				line = []byte("cancel")
			}
			if err != nil || n > 0 && b[0] == '\n' {
				break
			}
		}
		typed <- strings.TrimSpace(string(line))
	}()
	select {
	case line := <-typed:
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
