package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// replayOptions are the flags of replay.
type replayOptions struct {
	targetFlags
	ledger  ledgerFlags
	format  formatFlag
	apis    string
	branch  string
	dump    string
	ask     string
	every   bool
	withPi  string
	fixture string

	service serviceFlags
}

func newReplay(a *app) *cobra.Command {
	var o replayOptions
	cmd := &cobra.Command{
		Use:   "replay TARGET...",
		Short: "Send sessions as pi would to a strict fake of the model services",
		Long: `Send every leaf of a session, with a next prompt behind it, as pi would to a
strict fake of the model services, and tell what the services would answer.
Nothing leaves this machine.

With --with-pi a real pi sends them, from a copy of the session and with nothing of
your configuration, each leaf to the API of its own model or to those of --api.

How strict a service is, depends on whose it is: DeepSeek, for example, speaks the
API of OpenAI and wants call ids to be unique. The provider of the session's model
tells. --base-url says where a provider of your own has its models, --profile how
strict to be.

With --ask, also a tool round trip (tools) and the request for a summary
(compaction) are sent. With --every-turn every request that pi once sent for the
branch is sent again, as pi would send it today, up to the first that is refused;
in branches of many megabytes only as many as it takes to find that one.

The exit status is 1 when a request is rejected.`,
		Example: `  pi-fix replay session.jsonl
  pi-fix replay --api anthropic-messages --dump requests session.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.replay(cmd.Context(), args, o) },
	}
	o.addTo(cmd.Flags())
	return cmd
}

func (o *replayOptions) addTo(fs *pflag.FlagSet) {
	o.add(fs)
	o.addSince(fs)
	o.ledger.add(fs)
	o.format.add(fs, formats)
	fs.StringVar(&o.apis, "api", "", "`list` of the APIs to ask, or all: each of them counts (default: all, that of the session's model counts)")
	o.service.add(fs)
	fs.StringVar(&o.branch, "branch", "all", "branches to replay: active, all")
	fs.StringVar(&o.ask, "ask", "prompt", "`list` of what each leaf is asked, or all: prompt, tools, compaction")
	fs.BoolVar(&o.every, "every-turn", false, "send also every request that pi once sent, and name the first turn that breaks")
	fs.StringVar(&o.withPi, "with-pi", "", "let the real pi send the requests; `PATH` is its program if it is not the pi on PATH")
	fs.Lookup("with-pi").NoOptDefVal = "pi"
	fs.StringVar(&o.fixture, "fixture", "", "judge anew what pi-fix record kept in this `folder`")
	fs.StringVar(&o.dump, "dump", "", "write each request into this `folder`")
}

func (a *app) replay(ctx context.Context, args []string, o replayOptions) error {
	if err := o.format.check(formats); err != nil {
		return err
	}
	if o.branch != "all" && o.branch != "active" {
		return usage("it is active or all", "unknown branch %q", o.branch)
	}
	if o.fixture != "" {
		return a.replayFixture(ctx, args, o)
	}
	if len(args) == 0 && !o.latest {
		return usage("name a session or a folder, or let pi-fix find the latest of this folder: pi-fix replay --continue",
			"nothing to replay")
	}
	q := question{active: o.branch == "active", keep: o.dump != "", strict: o.apis != "", every: o.every}
	var err error
	if q.with, err = o.service.options(); err != nil {
		return err
	}
	if q.asked, err = chooseQuestions(o.ask); err != nil {
		return err
	}
	if q.apis, err = chooseAPIs(cmp.Or(o.apis, "all")); err != nil {
		return err
	}
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return err
	}
	out, err := a.start(report.TaskReplay, o.format, false)
	if err != nil {
		return err
	}
	if err := out.hold(o.ledger); err != nil {
		return err
	}
	r := &replayer{a: a, out: out, question: q, detail: o.format.detail(a), dump: dumper{dir: o.dump}}
	if r.pi, err = wantedPi(ctx, o); err != nil {
		return err
	}
	return out.run(ctx, targets, r.ask, r.finish)
}

// replayer is one run of replay.
type replayer struct {
	a        *app
	out      *output
	question question
	detail   detail
	dump     dumper
	pi       *realpi.Pi // nil when the requests are our own
}

// ask replays a session as it is.
func (r *replayer) ask(ctx context.Context, t target) *work {
	w := &work{target: t}
	if w.in, w.err = r.a.open(ctx, t); w.err != nil {
		return w
	}
	var log *sessionlog.Log
	if log, w.err = sessionlog.Read(w.in.src, 1); w.err != nil {
		return w
	}
	if w.err = log.Foreign(); w.err != nil {
		return w
	}
	if w.session, w.err = describe(w.in, t, log, r.detail); w.err != nil {
		return w
	}
	if r.pi != nil {
		w.replayed, w.err = r.askPi(ctx, w.in, log)
	} else {
		r.a.announce(t.name, log, r.question)
		w.replayed, w.err = verify(ctx, log, r.question)
	}
	if w.err != nil {
		return w
	}
	w.session.Replay = w.verdicts
	if r.question.every {
		w.err = w.retrace(ctx, log, r.question)
	}
	return w
}

func (r *replayer) finish(_ context.Context, w *work) error {
	if w.err != nil {
		return r.a.trouble(w, r.out)
	}
	if err := r.dump.write(w.kept); err != nil {
		return err
	}
	r.out.mark(w.session)
	if !w.accepted() {
		w.session.Status = report.Left
		if w.target.name != standardInput && slices.ContainsFunc(w.verdicts, report.Verdict.Rejected) {
			w.session.Next = "pi-fix " + quote(w.target.name)
		}
		r.a.raise(exitLeft)
	}
	if err := w.tell(r.out); err != nil {
		return err
	}
	return r.out.done(w.session)
}
