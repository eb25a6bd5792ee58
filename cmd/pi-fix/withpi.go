package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/events"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// wantedPi returns the pi that is to send the requests, nil when none is wanted.
func wantedPi(ctx context.Context, o replayOptions) (*realpi.Pi, error) {
	switch {
	case o.withPi == "":
		return nil, nil
	case o.every, o.ask != "prompt":
		return nil, usage("leave one of them away", "--with-pi sends the next prompt only, so it excludes --every-turn and --ask")
	}
	return openPi(ctx, o.withPi, "name its program: --with-pi=PATH")
}

// openPi opens the program of a pi; next says what to do where there is none.
func openPi(ctx context.Context, program, next string) (*realpi.Pi, error) {
	pi, err := realpi.Open(ctx, program, os.Environ())
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, usage(next, "pi cannot be started: %v", err)
	}
	return pi, nil
}

// askPi lets the real pi resume each leaf.
func (r *replayer) askPi(ctx context.Context, in *input, log *sessionlog.Log) (replayed, error) {
	out := replayed{verdicts: []report.Verdict{}}
	for _, leaf := range r.question.leaves(log) {
		if size := contextSize(log, leaf); size > maxSent {
			out.verdicts = append(out.verdicts, unsent(log, leaf, size, r.question.apis)...)
			continue
		}
		models, err := r.models(log, leaf)
		if err != nil {
			return out, err
		}
		for _, m := range models {
			if err := r.askOne(ctx, in, log, leaf, m, &out); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// models are those that a leaf is sent to: its own, or one for each API that was
// chosen.
func (r *replayer) models(log *sessionlog.Log, leaf int) ([]replay.Model, error) {
	s, err := log.Settings(leaf)
	if err != nil {
		return nil, err
	}
	names := r.question.apis
	if !r.question.strict {
		names = []string{replay.APIs[0].Name}
		if replay.APIOf(s.API) != nil {
			names = []string{s.API}
		}
	}
	var out []replay.Model
	for _, name := range names {
		m := replay.APIOf(name).StandIn
		if s.API == name {
			m = replay.Model{Provider: s.Provider, API: name, ID: s.Model}
		}
		out = append(out, m)
	}
	return out, nil
}

// askOne lets pi send one leaf to one model.
func (r *replayer) askOne(ctx context.Context, in *input, log *sessionlog.Log, leaf int, m replay.Model, out *replayed) error {
	provider := &replay.Provider{Profiles: r.question.with.ProfilesFor(m)}
	address, stop, err := serveHere(provider)
	if err != nil {
		return err
	}
	defer stop()
	session, err := resumedAt(in, log, leaf)
	if err != nil {
		return err
	}
	last, err := r.pi.Follow(ctx, realpi.Job{
		Session: session,
		Model:   realpi.Model{Provider: m.Provider, ID: m.ID, API: m.API, Address: address},
	}, func(events.Event) error { return nil })
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	wire, err := replay.Build(log, leaf, m.API, replay.Options{Prompt: realpi.DefaultPrompt, Version: r.question.with.Version})
	if failure := (*replay.Failure)(nil); err != nil && !errors.As(err, &failure) {
		return err
	}
	heard := replay.Heard(log, leaf, m, wire, provider.Exchanges())
	heard.Profiles = provider.Profiles
	v := verdict(log, heard)
	if last.Type == events.Failed && (v.Accepted || v.Requests == 0) {
		v.Accepted = false
		v.Violations = append(v.Violations, report.Violation{Clause: "pi/" + string(last.Failure), Message: whatPiSaid(last)})
	}
	out.verdicts = append(out.verdicts, v)
	if r.question.keep {
		out.kept = append(out.kept, heard)
	}
	return nil
}

// whatPiSaid words a failure that is pi's own.
func whatPiSaid(last events.Event) string {
	if last.Failure == events.Cancelled {
		return "pi did not end in time: " + last.Text
	}
	return "pi failed: " + last.Text
}

// serveHere serves a provider on this machine alone.
func serveHere(p *replay.Provider) (address string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	s := &http.Server{Handler: p}
	go func() { _ = s.Serve(l) }() // it ends when it is closed
	return "http://" + l.Addr().String(), func() { _ = s.Close() }, nil
}

// resumedAt is a session that pi resumes at a leaf. pi takes the last entry of the
// file, so another leaf gets a child there that says nothing.
func resumedAt(in *input, log *sessionlog.Log, leaf int) (io.Reader, error) {
	whole := io.NewSectionReader(in.src, 0, in.src.Size())
	if leaf == log.Active() {
		return whole, nil
	}
	parent, err := json.Marshal(log.EntryID(leaf))
	if err != nil {
		return nil, err
	}
	id := log.FreshID(func(string) bool { return false }, "pi-fix", string(parent))
	child := fmt.Sprintf(`{"type":"custom","customType":"pi-fix","id":"%s","parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z"}`+"\n", id, parent)
	if log.Len() > 0 && !log.Ended(log.Len()-1) {
		child = "\n" + child
	}
	return io.MultiReader(whole, strings.NewReader(child)), nil
}
