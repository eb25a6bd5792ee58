package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// A Question is something that a resumed pi may send.
type Question uint8

// The questions.
const (
	// NextPrompt is the branch with what the user says next.
	NextPrompt Question = iota
	// ToolRound is NextPrompt, answered with a tool call, and the request that
	// brings the call's result. Asked together they share the first request.
	ToolRound
	// Compaction is the request for a summary of the branch: one text and no
	// tools. It stands for pi's own, which sums up less of the branch, if
	// anything, and has other words around it.
	Compaction
)

// String returns the name that the command line has for a question.
func (q Question) String() string {
	switch q {
	case NextPrompt:
		return "prompt"
	case ToolRound:
		return "tools"
	case Compaction:
		return "compaction"
	default:
		panic(fmt.Sprintf("replay: unknown question %d", q))
	}
}

// Questions lists every question there is.
var Questions = []Question{NextPrompt, ToolRound, Compaction}

// prompt returns what the user says next.
func (o *Options) prompt() string {
	if o.Prompt == "" {
		return StandInPrompt
	}
	return o.Prompt
}

func (o *Options) asks(q Question) bool {
	return slices.Contains(o.Questions, q) || o.Questions == nil && q == NextPrompt
}

// ask puts the questions about one API.
func (l *branch) ask(ctx context.Context, a *API, o Options) (Verdict, error) {
	model := a.model(l.settings)
	v := Verdict{
		API: a.Name, Leaf: l.leaf, Entry: l.log.EntryID(l.leaf), Model: model, Profiles: o.ProfilesFor(model),
	}
	if l.failure != nil {
		v.fail(l.log, l.failure)
		return v, nil
	}
	call := Call{ID: l.freshID(), Name: l.tool()}
	var turn Turn
	rounds := o.asks(ToolRound) && call.Name != ""
	if rounds {
		turn.Calls = []Call{call}
	}
	if o.asks(NextPrompt) || rounds {
		if err := l.put(ctx, a, l.transcript, turn, o, &v); err != nil {
			return v, err
		}
	}
	if rounds && v.Accepted() {
		t, err := l.read(slices.Concat(l.stored, roundTrip(o.prompt(), v.Model, call)), "", o.Version)
		if err != nil {
			return v, fmt.Errorf("replay: answer a call: %w", err)
		}
		if err := l.put(ctx, a, t, Turn{}, o, &v); err != nil {
			return v, err
		}
	}
	if !o.asks(Compaction) {
		return v, nil
	}
	return v, l.compact(ctx, a, o, &v)
}

// compact asks for a summary, unless there is nothing to sum up.
func (l *branch) compact(ctx context.Context, a *API, o Options, v *Verdict) error {
	summary, err := l.transcript.Summary()
	var failure *Failure
	switch {
	case errors.As(err, &failure):
		v.fail(l.log, failure)
		return nil
	case err != nil:
		return fmt.Errorf("replay: %w", err)
	case summary == nil:
		return nil
	}
	return l.put(ctx, a, summary, Turn{}, o, v)
}

// put builds the request of one API, sends it and hears the answer.
func (l *branch) put(ctx context.Context, a *API, t *transcript.Transcript, turn Turn, o Options, v *Verdict) error {
	wire, err := a.build(t, v.Model, o.Version)
	var failure *Failure
	if errors.As(err, &failure) {
		v.fail(l.log, failure)
		return nil
	}
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	provider := &Provider{Contract: a.Contract, Profiles: v.Profiles, Script: []Turn{turn}}
	if err := send(ctx, provider, wire); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	v.hear(l.log, wire, provider.Exchanges())
	return nil
}

// tool returns the name of a tool that the request declares, "" when there is none.
func (l *branch) tool() string {
	for _, t := range l.transcript.System.Tools {
		if name := t.Get("name"); name.Kind() == js.String && name.Text() != "" {
			return name.Text()
		}
	}
	return ""
}

// freshID returns an id for a call that no message holds. It has nine letters and
// digits, the form that every service takes.
func (l *branch) freshID() string {
	for n := 0; ; n++ {
		id := fmt.Sprintf("pifix%04d", n)
		if !slices.ContainsFunc(l.stored, func(m sessionlog.Message) bool { return bytes.Contains(m.JSON, []byte(id)) }) {
			return id
		}
	}
}

// roundTrip is what pi adds to a session when the user prompts, the model calls a
// tool and the tool answers.
func roundTrip(prompt string, m Model, c Call) []sessionlog.Message {
	id := c.ID
	if strings.Contains(m.API, "-responses") {
		id += "|fc_" + c.ID // pi keeps both ids of the service in one
	}
	call := map[string]any{"type": "toolCall", "id": id, "name": c.Name, "arguments": c.Input()}
	if strings.HasPrefix(m.API, "google-") {
		call["thoughtSignature"] = "cGktZml4IG1hZGUgdGhpcyB1cA==" // Gemini wants its own back
	}
	text := func(s string) any { return []any{map[string]any{"type": "text", "text": s}} }
	return []sessionlog.Message{
		madeUp(sessionlog.RoleUser, map[string]any{"role": "user"}, text(prompt)),
		madeUp(sessionlog.RoleAssistant, map[string]any{
			"role": "assistant", "provider": m.Provider, "api": m.API, "model": m.ID, "stopReason": "toolUse",
		}, []any{call}),
		madeUp(sessionlog.RoleToolResult, map[string]any{
			"role": "toolResult", "toolCallId": id, "toolName": c.Name, "isError": false,
		}, text("ok")),
	}
}

// madeUp is a message that no line of the session holds.
func madeUp(role sessionlog.Role, members map[string]any, content any) sessionlog.Message {
	members["content"] = content
	return sessionlog.Message{Line: NoLine, Role: role, JSON: mustJSON(members), Content: mustJSON(content)}
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("replay: " + err.Error()) // strings and maps of them
	}
	return b
}
