package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// retrace sends what pi sent while the session grew. Unless APIs were chosen, each
// turn goes to the one that answered it.
func (w *work) retrace(ctx context.Context, log *sessionlog.Log, q question) error {
	w.history = []report.History{}
	var known []int // leaves whose own API can be replayed; they share turns
	for _, leaf := range q.leaves(log) {
		s, err := log.Settings(leaf)
		if err != nil {
			return err
		}
		if !q.strict && replay.APIOf(s.API) != nil {
			known = append(known, leaf)
			continue
		}
		apis, err := countingAPIs(log, leaf, q)
		if err != nil {
			return err
		}
		if err := w.retraceTo(ctx, log, []int{leaf}, apis, q); err != nil {
			return err
		}
	}
	if known != nil {
		if err := w.retraceTo(ctx, log, known, nil, q); err != nil {
			return err
		}
	}
	w.session.History = w.history
	return nil
}

func (w *work) retraceTo(ctx context.Context, log *sessionlog.Log, leaves []int, apis []string, q question) error {
	o := q.with
	o.Leaves, o.APIs = leaves, apis
	found, err := replay.EveryTurn(ctx, log, o)
	if err != nil {
		return err
	}
	for _, h := range found {
		one := report.History{
			API: h.API, Leaf: entryName(log, h.Leaf), Turns: h.Turns, Sent: h.Sent, Turn: h.Turn,
			Violations: []report.Violation{},
		}
		if h.Broken != nil {
			one.API, one.Profiles = h.Broken.API, h.Broken.Profiles
			one.Line, one.Entry = h.Answer+1, log.EntryID(h.Answer)
			for _, x := range h.Broken.Violations {
				one.Violations = append(one.Violations, violation(x))
			}
			if q.keep {
				w.kept = append(w.kept, *h.Broken)
			}
		}
		w.history = append(w.history, one)
	}
	return nil
}

// chooseQuestions reads the value of --ask: names with commas between them, or all.
func chooseQuestions(value string) ([]replay.Question, error) {
	if value == "all" {
		return replay.Questions, nil
	}
	var names []string
	known := map[string]replay.Question{}
	for _, q := range replay.Questions {
		names, known[q.String()] = append(names, q.String()), q
	}
	var out []replay.Question
	for _, name := range strings.Split(value, ",") {
		q, ok := known[strings.TrimSpace(name)]
		if !ok {
			return nil, usage(cmp.Or(didYouMean(name, names), "there are "+strings.Join(names, ", ")+", and all"), "unknown question %q", name)
		}
		out = append(out, q)
	}
	return out, nil
}
