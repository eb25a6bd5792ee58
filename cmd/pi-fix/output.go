package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
)

// formats are the output formats of what looks at sessions.
var formats = []string{"text", "json", "jsonl", "sarif", "junit", "github"}

// formatFlag is the choice of a format.
type formatFlag struct{ name string }

func (f *formatFlag) add(fs *pflag.FlagSet, names []string) {
	fs.StringVar(&f.name, "format", "text", "output format: "+strings.Join(names, ", "))
}

func (f *formatFlag) check(names []string) error {
	if slices.Contains(names, f.name) {
		return nil
	}
	return usage(cmp.Or(didYouMean(f.name, names), "the formats are "+strings.Join(names, ", ")), "unknown format %q", f.name)
}

// detail is what the format shows of a session.
func (f *formatFlag) detail(a *app) detail {
	machine := f.name != "text"
	return detail{sum: machine, leaves: machine || a.verbose}
}

// output sends the events of a run to a renderer and counts the sessions.
type output struct {
	a       *app
	r       report.Renderer
	task    report.Task
	sum     report.Summary
	flushes bool
	many    bool // there is more than one session

	base   *baseline    // what is known, if anything is
	expect *expectation // what is to come out, if that is said
}

// start begins a run. Text can be sent to standard error, when the session
// itself goes to standard output.
func (a *app) start(task report.Task, f formatFlag, toStderr bool) (*output, error) {
	o := &output{a: a, task: task, flushes: task == report.TaskRepair || isTerminal(os.Stdout)}
	text := &report.Text{W: a.out, Color: a.colored(os.Stdout), Quiet: a.quiet, Verbose: a.verbose}
	switch {
	case toStderr && f.name != "text":
		return nil, usage("give --output a file", "--output - and --format %s both want standard output", f.name)
	case toStderr:
		text.W, text.Color = &prefixed{a: a}, false
		o.r = text
	default:
		o.r = renderer(f.name, a.out, text)
	}
	run := report.Run{Version: version(), Task: task}
	if f.name == "sarif" && task != report.TaskReplay {
		run.Rules = toldRules()
	}
	if err := o.r.Start(run); err != nil {
		return nil, err
	}
	return o, nil
}

func renderer(format string, w io.Writer, text *report.Text) report.Renderer {
	switch format {
	case "json":
		return &report.JSON{W: w}
	case "jsonl":
		return &report.JSONL{W: w}
	case "sarif":
		return &report.SARIF{W: w}
	case "junit":
		return &report.JUnit{W: w}
	case "github":
		return &report.GitHub{W: w}
	}
	return text
}

// toldRules are the rules as a format explains them.
func toldRules() []report.Rule {
	out := make([]report.Rule, len(integrity.Rules))
	for i, r := range integrity.Rules {
		_, text, _ := strings.Cut(r.Doc, "\n\n")
		out[i] = report.Rule{ID: r.ID, Title: r.Title(), Text: text, Severity: r.Severity.String()}
	}
	return out
}

// hold opens what the findings of the run are held against.
func (o *output) hold(f ledgerFlags) (err error) {
	o.base, o.expect, err = f.open()
	return err
}

// mark tells what of a session is known, before anybody decides what it means.
func (o *output) mark(s *report.Session) {
	if o.base != nil {
		o.base.mark(s)
	}
}

// found tells what was found in a session. A repair goes on only when that has
// reached whoever asked for it.
func (o *output) found(s *report.Session) error {
	o.a.bar.hide()
	if err := o.r.Found(s); err != nil || !o.flushes {
		return err
	}
	return o.a.flush()
}

// done tells what became of a session.
func (o *output) done(s *report.Session) error {
	o.a.bar.hide()
	o.sum.Add(s)
	if o.expect != nil {
		o.expect.add(s)
	}
	if o.many {
		// One word at the end is enough when there are many.
		o.sum.Next, s.Next = cmp.Or(s.Next, o.sum.Next), ""
	}
	if err := o.r.Done(s); err != nil || !o.flushes {
		return err
	}
	return o.a.flush()
}

// run takes targets through a command: prepare works on several at a time, finish
// comes in their order. Every target is accounted for, also after an interrupt.
func (o *output) run(ctx context.Context, targets []target, prepare func(context.Context, target) *work, finish func(context.Context, *work) error) error {
	o.many = len(targets) > 1
	defer o.a.watch(targets)()
	err := inOrder(ctx, o.a.workers(), targets, prepare, func(w *work) error {
		defer func() { w.in.close() }() // a repair may have opened it again
		return finish(ctx, w)
	})
	if errors.As(err, new(*outputError)) {
		return err
	}
	o.a.bar.hide()
	if err = errors.Join(err, o.r.End(o.sum)); err != nil {
		return err
	}
	return errors.Join(o.base.finish(o.a), o.expect.finish(o.a))
}

// prefixed writes lines to standard error as messages.
type prefixed struct {
	a    *app
	rest []byte
}

func (p *prefixed) Write(b []byte) (int, error) {
	p.rest = append(p.rest, b...)
	for {
		line, rest, ok := bytes.Cut(p.rest, []byte("\n"))
		if !ok {
			return len(b), nil
		}
		p.a.say("%s", line)
		p.rest = rest
	}
}

// watch shows the progress of a run over targets, if somebody is there to see it.
func (a *app) watch(targets []target) func() {
	if a.quiet || !isTerminal(os.Stderr) {
		return func() {}
	}
	var total int64
	for _, t := range targets {
		if info, err := os.Stat(t.name); err == nil && t.err == nil {
			total += info.Size()
		}
	}
	a.bar = startProgress(a.err, total)
	return func() {
		a.bar.end()
		a.bar = nil
	}
}
