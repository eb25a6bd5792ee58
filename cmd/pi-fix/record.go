package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

// recordOptions are the flags of record.
type recordOptions struct {
	output, script, session, files, api, pi string
	faults                                  []string
}

func newRecord(a *app) *cobra.Command {
	var o recordOptions
	cmd := &cobra.Command{
		Use:   "record -o FOLDER -- PI-ARGS...",
		Short: "Run the real pi against a scripted fake and keep all of it",
		Long: `Run the real pi once against the strict fake, which answers from a script, and
keep in a folder what it takes to do so again: the session that pi wrote, the
requests with the verdicts on them, the script, the files that pi worked on.

pi has nothing of your configuration, no key and no network, and works in a folder
of its own with a copy of --files. "pi-fix replay --fixture FOLDER" judges the
recording anew, and with --with-pi runs pi again and compares.

The exit status is 1 when pi's run failed, 2 when nothing could be recorded.`,
		Example: `  pi-fix record -o fixture --script answers.json -- -p "What is in a.go?"
  pi-fix record -o fixture --session broken.jsonl -- -p "go on"`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.record(cmd.Context(), args, o) },
	}
	fs := cmd.Flags()
	fs.StringVarP(&o.output, "output", "o", "", "`folder` for the recording; it must be new or empty")
	fs.StringVar(&o.script, "script", "", "answer from this script `file` (pi-fix serve --help tells its form)")
	fs.StringArrayVar(&o.faults, "fault", nil, "let a `turn` go wrong, like 3:overloaded; may be repeated")
	fs.StringVar(&o.session, "session", "", "let pi go on with a copy of this session `file`")
	fs.StringVar(&o.files, "files", "", "`folder` whose copy pi works in")
	fs.StringVar(&o.api, "api", "anthropic-messages", "the `API` that pi speaks")
	fs.StringVar(&o.pi, "pi", "pi", "the `program`")
	return cmd
}

func (a *app) record(ctx context.Context, piArgs []string, o recordOptions) error {
	if err := checkRecord(piArgs, o); err != nil {
		return err
	}
	f := &fixture{dir: o.output, Schema: fixtureSchema, API: o.api, Args: piArgs, Faults: o.faults}
	if err := f.make(o); err != nil {
		return err
	}
	pi, err := openPi(ctx, o.pi, "install pi, or name its program: pi-fix record --pi PATH")
	if err != nil {
		return errors.Join(err, os.RemoveAll(o.output))
	}
	run, err := a.play(ctx, pi, f)
	if err != nil {
		return err
	}
	f.Pi, f.Ended = pi.Version, run.ended
	if err := f.keep(run); err != nil {
		return err
	}
	refused := 0
	for _, r := range run.requests {
		if !r.Accepted {
			refused++
		}
	}
	a.say("%s: pi %s, %s, %d refused", o.output, pi.Version, report.Plural(len(run.requests), "request", "requests"), refused)
	if run.ended != string(events.Completed) {
		a.raise(exitLeft)
	}
	return nil
}

func checkRecord(piArgs []string, o recordOptions) error {
	switch {
	case o.output == "":
		return usage(`name one: pi-fix record -o FOLDER -- -p "hello"`, "say where to keep the recording")
	case len(piArgs) == 0:
		return usage(`say what it is to do: pi-fix record -o FOLDER -- -p "hello"`, "there is nothing to ask pi")
	case replay.APIOf(o.api) == nil:
		return usage(cmp.Or(didYouMean(o.api, apiNames()), "it is one of "+strings.Join(apiNames(), ", ")), "unknown API %q", o.api)
	}
	for _, arg := range piArgs {
		flag, _, _ := strings.Cut(arg, "=")
		if flag == "--mode" || flag == "--provider" || flag == "--model" || slices.Contains(sessionFlags, flag) {
			return usage("leave it away", "record sets %s itself", flag)
		}
	}
	entries, err := os.ReadDir(o.output)
	if err == nil && len(entries) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usage("name another one, or remove it: rm -r "+quote(o.output), "%s: the folder of a recording must be new or empty", o.output)
	}
	return nil
}

// playing is what one run of pi against the script left.
type playing struct {
	session  []byte
	requests []loggedRequest
	ended    string // how the run ended: completed, or the kind of failure
}

// play runs pi once, in a home of its own, on what a fixture holds.
func (a *app) play(ctx context.Context, pi *realpi.Pi, f *fixture) (*playing, error) {
	out := &playing{}
	provider, err := f.provider()
	if err != nil {
		return nil, err
	}
	provider.Observe = func(e replay.Exchange) {
		out.requests = append(out.requests, logged(len(out.requests)+1, e))
	}
	address, stop, err := serveHere(provider)
	if err != nil {
		return nil, err
	}
	defer stop()
	dir, err := os.MkdirTemp("", "pi-fix-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	home, model := realpi.Home{Dir: dir}, servedModel(replay.APIOf(f.API), address)
	n := &events.Normalizer{Session: events.Started}
	if err := f.furnish(home, model, n); err != nil {
		return nil, err
	}
	cmd := pi.Command(context.Background(), home, model, append([]string{"--mode", "json"}, f.Args...)...)
	t := &teller{a: a}
	last, err := realpi.Follow(ctx, cmd, n, t.tell)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out.ended = cmp.Or(string(last.Failure), string(last.Type))
	if out.session, err = os.ReadFile(home.Session()); err != nil {
		return nil, usage("see what pi says: pi-fix run -- "+quoteAll(f.Args), "pi wrote no session: %s", last.Text)
	}
	return out, nil
}
