package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// question is what a replay is asked about a session.
type question struct {
	apis   []string
	active bool              // only the leaf that pi resumes
	keep   bool              // the request bodies, which can be large
	strict bool              // every API counts, not only that of the session's model
	asked  []replay.Question // nil is the next prompt
	every  bool              // also what pi sent while the session grew
	with   replay.Options    // the service, and the version of pi
}

// replayed is what the replay answered.
type replayed struct {
	verdicts []report.Verdict
	history  []report.History
	kept     []replay.Verdict
}

// maxSent is the size of the largest context that is replayed. No service takes
// requests of more than 32 MiB, and building one takes many times its memory.
const maxSent = 32 << 20

// longReplay is how many bytes of context are replayed in about ten seconds.
const longReplay = 512 << 20

// announce tells people of a replay that takes long: each branch repeats all that
// it shares with the others, so thousands of them on one long conversation are
// many times as much as the session. Every leaf is replayed all the same.
func (a *app) announce(name string, log *sessionlog.Log, q question) {
	leaves := q.leaves(log)
	if a.quiet || log.Source().Size()*int64(len(leaves)) < longReplay {
		return
	}
	var total int64
	for _, leaf := range leaves {
		if size := contextSize(log, leaf); size <= maxSent {
			total += size
		}
	}
	if total < longReplay {
		return
	}
	a.say("%s: its %d leaves repeat %s of context, and each is replayed, which takes a while", name, len(leaves), bytesText(total))
	a.say("next: interrupt it and replay only the leaf that pi resumes: --branch active")
}

// verify sends every leaf of a session to the strict provider.
func verify(ctx context.Context, log *sessionlog.Log, q question) (replayed, error) {
	leaves := q.leaves(log)
	out := replayed{verdicts: []report.Verdict{}}
	for _, leaf := range leaves {
		counts, err := countingAPIs(log, leaf, q)
		if err != nil {
			return out, err
		}
		asked := q.apis
		if leaf != log.Active() && !q.strict {
			asked = counts // what a change of the model brings is asked where pi resumes
		}
		if size := contextSize(log, leaf); size > maxSent {
			out.verdicts = append(out.verdicts, unsent(log, leaf, size, asked)...)
			continue
		}
		// One leaf at a time: its requests repeat the whole branch, so those of
		// all leaves together could be many times as large as the session.
		o := q.with
		o.Leaves, o.APIs, o.Questions = []int{leaf}, asked, q.asked
		answers, err := replay.Run(ctx, log, o)
		if err != nil {
			return out, err
		}
		for _, v := range answers {
			r := verdict(log, v)
			r.OtherModel = !slices.Contains(counts, v.API)
			out.verdicts = append(out.verdicts, r)
		}
		if q.keep {
			out.kept = append(out.kept, answers...)
		}
	}
	return out, nil
}

// leaves are those that the question is about.
func (q question) leaves(log *sessionlog.Log) []int {
	if q.active && log.Active() >= 0 {
		return []int{log.Active()}
	}
	return log.Leaves()
}

// countingAPIs are those whose verdict on a leaf counts: that of the model that a
// resume would use or, where that is unknown, the two that most models speak.
// What other services would say tells what a change of the model brings: some
// want call ids to be unique, for example, that the session's own pairs turn by
// turn.
func countingAPIs(log *sessionlog.Log, leaf int, q question) ([]string, error) {
	if q.strict {
		return q.apis, nil
	}
	s, err := log.Settings(leaf)
	if err != nil {
		return nil, err
	}
	if replay.APIOf(s.API) == nil {
		return []string{"anthropic-messages", "openai-completions"}, nil
	}
	return []string{s.API}, nil
}

func contextSize(log *sessionlog.Log, leaf int) int64 {
	var n int64
	for _, line := range log.Context(leaf).Lines {
		n += log.Span(line).Len()
	}
	return n
}

// unsent are the verdicts on a leaf that is too large to be asked about.
func unsent(log *sessionlog.Log, leaf int, size int64, apis []string) []report.Verdict {
	name := entryName(log, leaf)
	what := report.Violation{
		Clause: "pi-fix/not-sent", Entry: log.EntryID(leaf), Line: leaf + 1,
		Message: fmt.Sprintf("the context has %s, more than any service takes, so it was not sent", bytesText(size)),
	}
	var out []report.Verdict
	for _, api := range apis {
		out = append(out, report.Verdict{API: api, Leaf: name, TooLarge: true, Violations: []report.Violation{what}})
	}
	return out
}

func verdict(log *sessionlog.Log, v replay.Verdict) report.Verdict {
	out := report.Verdict{
		API: v.API, Profiles: v.Profiles, Leaf: entryName(log, v.Leaf), Accepted: v.Accepted(), Requests: len(v.Exchanges),
		Violations: []report.Violation{},
	}
	other, byPi := false, false
	for _, x := range v.Violations {
		out.Violations = append(out.Violations, violation(x))
		tooLarge := strings.HasSuffix(x.ID, "/request-too-large")
		out.TooLarge = out.TooLarge || tooLarge
		byPi = byPi || x.ByPi && x.Level == replay.Reject
		other = other || x.Level == replay.Reject && !tooLarge && !x.ByPi
	}
	out.TooLarge, out.ByPi = out.TooLarge && !byPi && !other, byPi && !other
	return out
}

func violation(x replay.Violation) report.Violation {
	out := report.Violation{
		Clause: x.ID, Pointer: string(x.Pointer), Message: x.Message, Entry: x.Entry, Line: x.Line + 1,
		Warning: x.Level != replay.Reject, ByPi: x.ByPi,
	}
	if x.Line == replay.NoLine {
		out.Line = 0
	}
	return out
}

// accepted reports whether no leaf was rejected, and no turn on the way there.
func (r replayed) accepted() bool {
	return !slices.ContainsFunc(r.verdicts, report.Verdict.Fails) &&
		!slices.ContainsFunc(r.history, func(h report.History) bool { return h.Turn > 0 })
}

// passable reports whether nothing was rejected but for its size. That is no
// reason to leave damage in a session: no repair makes it smaller.
func (r replayed) passable() bool {
	return !slices.ContainsFunc(r.verdicts, func(v report.Verdict) bool { return v.Rejected() && !v.TooLarge })
}

// rejectedByPi reports whether nothing is wrong with a repaired session but what pi itself
// makes of any.
func (w *work) rejectedByPi() bool {
	other := func(v report.Verdict) bool { return v.Rejected() && !v.TooLarge && !v.ByPi }
	return w.plan.Left() <= integrity.Info && !w.passable() && !slices.ContainsFunc(w.verdicts, other)
}

// apiNames are the APIs that can be replayed.
func apiNames() []string {
	names := make([]string, len(replay.APIs))
	for i, api := range replay.APIs {
		names[i] = api.Name
	}
	return names
}

// chooseAPIs reads the value of --api: names with commas between them, or all.
func chooseAPIs(value string) ([]string, error) {
	if value == "all" {
		return apiNames(), nil
	}
	var chosen []string
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(apiNames(), name) {
			return nil, usage(cmp.Or(didYouMean(name, apiNames()), "the APIs are all, "+strings.Join(apiNames(), ", ")), "unknown API %q", name)
		}
		if !slices.Contains(chosen, name) {
			chosen = append(chosen, name)
		}
	}
	return chosen, nil
}
