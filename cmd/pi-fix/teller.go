package main

import (
	"strings"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

// teller shows a run of pi, as text or as the stream of messages.
type teller struct {
	a     *app
	jsonl bool
	open  bool // the last line of text has not ended
}

func (t *teller) tell(e events.Event) error {
	if t.jsonl {
		return t.a.tellEvent(e)
	}
	switch e.Type {
	case events.Text:
		return t.text(e.Text)
	case events.ToolCall:
		return t.aside("%s %s", e.Tool, e.Arguments)
	case events.ToolFailed:
		return t.aside("%s did not succeed", e.Tool)
	case events.Completed, events.Failed:
		if err := t.endLine(); err != nil {
			return err
		}
		t.last(e)
	}
	return nil
}

// text writes what the model says, with nothing in it that moves the cursor.
func (t *teller) text(s string) error {
	for line := range strings.Lines(s) {
		body, ended := strings.CutSuffix(line, "\n")
		parts := strings.Split(body, "\t")
		for i := range parts {
			parts[i] = report.Visible(parts[i])
		}
		_, err := t.a.out.WriteString(strings.Join(parts, "\t"))
		if err == nil && ended {
			err = t.a.out.WriteByte('\n')
		}
		if err != nil {
			return err
		}
		t.open = !ended
	}
	return t.a.flush()
}

// aside is what only somebody who watches wants to know.
func (t *teller) aside(format string, args ...any) error {
	if t.a.quiet {
		return nil
	}
	if err := t.endLine(); err != nil {
		return err
	}
	t.a.say(format, args...)
	return nil
}

func (t *teller) endLine() error {
	if !t.open {
		return nil
	}
	t.open = false
	if err := t.a.out.WriteByte('\n'); err != nil {
		return err
	}
	return t.a.flush()
}

// last tells how the run ended, unless that is told as the end of the command.
func (t *teller) last(e events.Event) {
	if d := e.Diagnosis; d != nil && d.StrayLines > 0 {
		for _, line := range d.Stray {
			t.a.say("pi printed: %s", line)
		}
	}
	switch {
	case e.Type == events.Completed, e.Failure == events.NotStarted, e.Failure == events.Cancelled:
		return
	case e.Text == "":
		t.a.say("%s", e.Failure)
	default:
		t.a.say("%s: %s", e.Failure, e.Text)
	}
	switch e.Failure {
	case events.RateLimited, events.Overloaded:
		t.a.say("next: run the same command again in a while")
	case events.Rejected:
		t.a.say("next: see what the service minds: pi-fix replay SESSION")
	case events.Crashed:
		t.a.say("next: see whether pi works without the session: pi --no-session -p hello")
	}
	t.a.raise(exitLeft)
}
