package main

import (
	"context"
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

func newEvents(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "events",
		Short: "Turn what pi prints in JSON mode into one stable stream",
		Long: `Read from standard input what pi prints with --mode json, of any version from 0.58
on, and write one stable stream of messages, one JSON object to a line.

  session-started, session-resumed    session, cwd
  text                                a piece of what the model says
  thinking                            all that was thought in a turn, at its end
  tool-call, tool-update              call, tool, arguments; the result so far
  tool-completed, tool-failed         the result
  completed, failed                   the last one, exactly once

A failure is rate-limited, overloaded, rejected, crashed, not-started or cancelled.
Lines that are no JSON or have no type are told in the diagnosis of the last message.

The exit status is 1 when the last message is "failed".`,
		Example: `  pi --mode json -p "say hello" | pi-fix events`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("pi-fix events < FILE", "events reads standard input and takes no names")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return a.events(cmd.Context()) },
	}
}

// events normalises standard input. Each message is out before the next is read.
func (a *app) events(ctx context.Context) error {
	in := events.NewReader(a.in)
	type read struct {
		e   events.Event
		err error
	}
	got, next := make(chan read), make(chan struct{})
	defer close(next)
	go func() {
		for range next {
			e, err := in.Next()
			got <- read{e, err}
		}
	}()
	for ctx.Err() == nil {
		next <- struct{}{}
		select {
		case <-ctx.Done():
			// The reading may never end; what it holds cannot be had then.
			go func() { <-got }()
			return ctx.Err()
		case r := <-got:
			if r.err == io.EOF {
				return nil
			}
			if r.err != nil {
				return r.err
			}
			if err := a.tellEvent(r.e); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// tellEvent writes a message as a line.
func (a *app) tellEvent(e events.Event) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return err
	}
	if e.Type == events.Failed {
		a.raise(exitLeft)
	}
	return a.flush()
}
