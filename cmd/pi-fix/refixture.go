package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/contract"
)

// replayFixture judges a recording anew: each request by the contract as it is
// today and, with --with-pi, all of the run by the real pi.
func (a *app) replayFixture(ctx context.Context, args []string, o replayOptions) error {
	if len(args) > 0 {
		return usage("leave one of them away", "--fixture and the name of a session exclude each other")
	}
	f, requests, err := openFixture(o.fixture)
	if err != nil {
		return err
	}
	was := outline(requests, f.Ended)
	pi, err := wantedPi(ctx, o)
	if err != nil {
		return err
	}
	is := ""
	if pi == nil {
		is = outline(rejudge(requests), f.Ended)
	} else {
		run, err := a.play(ctx, pi, f)
		if err != nil {
			return err
		}
		is = outline(run.requests, run.ended)
	}
	a.status = exitOK // what was recorded is no failure, however it ended
	if was == is {
		_, err := fmt.Fprintf(a.out, "%s: %s of pi %s, as recorded\n", quote(o.fixture), report.Plural(len(requests), "request", "requests"), f.Pi)
		return err
	}
	a.raise(exitLeft)
	_, err = fmt.Fprintf(a.out, "%s: not as recorded (-), but so (+):\n%s", quote(o.fixture), lineDiff(was, is))
	return err
}

// rejudge gives requests the verdicts of today. What the script let go wrong on
// purpose stays.
func rejudge(requests []loggedRequest) []loggedRequest {
	out := make([]loggedRequest, len(requests))
	for i, r := range requests {
		found := replay.APIOf(r.API).Contract.Judge(r.Body)
		r.Violations = toldViolations(found)
		refusal := contract.Refusal(found)
		switch {
		case refusal != nil:
			r.Status = cmp.Or(refusal.Clause.Status, http.StatusBadRequest)
		case !r.Accepted:
			r.Status = http.StatusOK
		}
		out[i] = r
	}
	return out
}
