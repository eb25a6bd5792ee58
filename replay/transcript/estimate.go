package transcript

import (
	"math"
	"strconv"
	"time"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// Before every request pi estimates how large the context is. The estimate does
// not reach the wire, but it reads the usage of assistant messages and the texts
// behind the last usage that it believes, and fails where they are not there.

// usage reads the usage of an assistant message, which pi believes when the
// message is not older than one before it.
func (r *reader) usage(s *sessionlog.Message, at js.Value) {
	stamp := timestamp(s, at)
	latest := r.latest
	r.latest = math.Max(latest, stamp)
	stop := at.Get("stopReason").Text()
	if s.Role != sessionlog.RoleAssistant || !(stamp >= latest) || stop == "aborted" || stop == "error" {
		return
	}
	usage := at.Get("usage")
	if usage.Nullish() {
		if r.t.Uncounted == nil {
			r.t.Uncounted = Unreadable("pi/assistant-usage", s.Line, usage, "totalTokens")
		}
		return
	}
	if contextTokens(usage) > 0 {
		r.usedAt = len(r.t.Messages) + 1
	}
}

// contextTokens is the total of a usage, or the sum of its parts; NaN when there
// are neither.
func contextTokens(usage js.Value) float64 {
	if total := usage.Get("totalTokens"); total.Truthy() {
		return number(total)
	}
	sum := 0.0
	for _, part := range []string{"input", "output", "cacheRead", "cacheWrite"} {
		sum += number(usage.Get(part))
	}
	return sum
}

// number returns JavaScript's Number(v).
func number(v js.Value) float64 {
	switch v.Kind() {
	case js.Number:
		return v.Float()
	case js.True:
		return 1
	case js.False, js.Null:
		return 0
	}
	text := js.Trim(v.Display())
	if text == "" {
		return 0
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f
	}
	return math.NaN()
}

// timestamp returns the time of a message in milliseconds, NaN where JavaScript
// has none.
func timestamp(s *sessionlog.Message, at js.Value) float64 {
	stored := at.Get("timestamp")
	if stored.Kind() != js.String || at.Get("role").Exists() {
		return number(stored)
	}
	// It is that of an entry which pi makes a message of.
	if t, err := time.Parse(time.RFC3339, stored.Text()); err == nil {
		return float64(t.UnixMilli())
	}
	return math.NaN()
}

// countable returns the failure when pi cannot count the characters of a message.
func countable(m *Message) *Failure {
	id := [...]string{"pi/user-content", "pi/assistant-content", "pi/result-content"}[m.Role]
	switch m.Content.Kind() {
	case js.Array:
	case js.String:
		if m.Role == Assistant && m.Content.Text() != "" {
			return Unreadable(id, m.Line, js.Value{}, "length")
		}
		return nil
	default:
		expression := "content"
		if m.Role == Assistant {
			expression = "message.content"
		}
		return &Failure{id, m.Line, expression + " is not iterable"}
	}
	for b := range m.Content.All() {
		if b.Nullish() {
			return Unreadable("pi/null-block", m.Line, b, "type")
		}
		kind := b.Get("type").Text()
		id, member := "pi/text-block", kind
		switch {
		case kind == "text":
		case m.Role != Assistant:
			continue
		case kind != "thinking":
			id, member = "pi/call-name", "name"
		}
		if text := b.Get(member); text.Nullish() {
			return Unreadable(id, m.Line, text, "length")
		}
	}
	return nil
}
