package replay

import (
	"context"
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// A History tells how the requests fare that pi sent while a session grew.
type History struct {
	// API is pi's name of the API that was asked.
	API string
	// Leaf is the line of the leaf, Entry its id.
	Leaf  int
	Entry string
	// Turns is the number of the leaf's turns, each the answer to one request.
	Turns int
	// Sent is how many of the requests were put to the provider. The others are
	// taken to fare as those around them, see [EveryTurn].
	Sent int
	// Broken is the verdict on the first request that is refused, nil when none
	// is. Its leaf is the entry that the request ended with.
	Broken *Verdict
	// Turn is the number, from 1, of the turn that answered that request, and
	// Answer its line; Turn is 0 when none is refused.
	Turn, Answer int
}

// fullHistory is how many bytes of context are sent for one leaf and API before
// requests are left out. It is a variable for tests.
var fullHistory int64 = 64 << 20

// largestContext is the size above which a context is not sent at all: no service
// takes it.
const largestContext = 32 << 20

// EveryTurn sends for each leaf every request that pi once sent for it, as pi
// would send it today: for each assistant turn that was not aborted the context
// before it, to the model that answered. It returns one history for each leaf
// and API, leaves first. Leaves, APIs, Profiles and Version of the options count;
// without APIs each turn is asked of the one that answered it.
//
// A service has answered every one of these requests, so what is refused here was
// damaged later, or sent by an older pi, or is refused only since then.
//
// All requests of a branch together grow with the square of its length. Up to 64
// MiB for a leaf and API each is sent, until the first is refused. Beyond that
// the branch is taken in stretches in which every context begins with the one
// before it, that is, up to the next compaction or edit. Of each stretch the
// longest request is sent; only if it is refused, the first that is refused is
// sought by halving. What is refused in a stretch only for a while is then missed.
func EveryTurn(ctx context.Context, log *sessionlog.Log, o Options) ([]History, error) {
	leaves := o.Leaves
	if leaves == nil {
		leaves = log.Leaves()
	}
	w := &walk{log: log, o: o, known: map[asked]*Verdict{}}
	var out []History
	for _, leaf := range leaves {
		settings, err := log.Settings(leaf)
		if err != nil {
			return nil, fmt.Errorf("replay: %w", err)
		}
		apis, err := (&branch{settings: settings}).apis(o.APIs)
		if err != nil {
			return nil, err
		}
		turns := turnsOf(log, leaf)
		for _, a := range apis {
			h := History{API: a.Name, Leaf: leaf, Entry: log.EntryID(leaf), Turns: len(turns)}
			if err := w.first(ctx, a, turns, &h); err != nil {
				return nil, err
			}
			out = append(out, h)
		}
	}
	return out, nil
}

// turn is one answered request of a branch.
type turn struct {
	line    int   // the answer
	size    int64 // bytes of its context
	stretch int   // counts the compactions and edits before it
}

// turnsOf lists the turns of a branch. Turns that were aborted are left out: pi
// writes one also where it sent nothing.
func turnsOf(log *sessionlog.Log, leaf int) []turn {
	var out []turn
	size, stretch := int64(0), 0
	for _, line := range log.Branch(leaf) {
		kind := log.Kind(line)
		if kind == sessionlog.KindMessage && log.Role(line) == sessionlog.RoleAssistant &&
			log.Stop(line) != sessionlog.StopAborted && log.Parent(line) >= 0 {
			out = append(out, turn{line, size, stretch})
		}
		switch kind {
		case sessionlog.KindCompaction:
			stretch++
			size = 0
			for _, kept := range log.Context(line).Lines {
				size += log.Span(kept).Len()
			}
			continue
		case sessionlog.KindContextEdit:
			stretch++
		}
		size += log.Span(line).Len()
	}
	return out
}

// walk goes through histories. Leaves share what lies before they part.
type walk struct {
	log   *sessionlog.Log
	o     Options
	known map[asked]*Verdict // nil for what is accepted
}

type asked struct {
	api  string
	line int
}

// first finds the first turn whose request is refused.
func (w *walk) first(ctx context.Context, a *API, turns []turn, h *History) error {
	var total int64
	for _, t := range turns {
		total += t.size
	}
	for lo := 0; lo < len(turns); {
		hi := lo + 1
		for total > fullHistory && hi < len(turns) && turns[hi].stretch == turns[lo].stretch {
			hi++
		}
		at, v, err := w.within(ctx, a, turns[lo:hi], h)
		if err != nil {
			return err
		}
		if v != nil {
			h.Turn, h.Answer, h.Broken = lo+at+1, turns[lo+at].line, v
			return nil
		}
		lo = hi
	}
	return nil
}

// within finds the first refused turn of a stretch by halving, and the verdict
// on it, which is nil when the last one is accepted.
func (w *walk) within(ctx context.Context, a *API, turns []turn, h *History) (int, *Verdict, error) {
	hi := len(turns) - 1
	first, err := w.ask(ctx, a, turns[hi], h)
	if err != nil || first == nil {
		return hi, nil, err
	}
	for lo := 0; lo < hi; {
		mid := (lo + hi) / 2
		v, err := w.ask(ctx, a, turns[mid], h)
		switch {
		case err != nil:
			return mid, nil, err
		case v != nil:
			hi, first = mid, v
		default:
			lo = mid + 1
		}
	}
	return hi, first, nil
}

// ask sends the request of one turn and returns the verdict when it is refused.
func (w *walk) ask(ctx context.Context, a *API, t turn, h *History) (*Verdict, error) {
	if t.size > largestContext {
		return nil, nil
	}
	settings, err := w.log.Settings(t.line)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	if own := APIOf(settings.API); w.o.APIs == nil && own != nil {
		a = own
	}
	h.Sent++
	key := asked{a.Name, t.line}
	if v, done := w.known[key]; done {
		return v, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	l, err := open(w.log, w.log.Parent(t.line), t.line, "", w.o.Version)
	if err != nil {
		return nil, err
	}
	if l.failure == nil && len(l.transcript.Messages) == 0 {
		w.known[key] = nil // whatever pi sent, it was not of this session
		return nil, nil
	}
	o := w.o
	o.Questions = nil
	v, err := l.ask(ctx, a, o)
	if err != nil {
		return nil, err
	}
	if v.Accepted() {
		w.known[key] = nil
		return nil, nil
	}
	w.known[key] = &v
	return &v, nil
}
