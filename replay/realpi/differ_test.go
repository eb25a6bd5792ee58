package realpi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/js"
)

// conversation lists the messages of a request without the instructions at its
// beginning: those come from pi, not from the session.
func conversation(body js.Value) []js.Value {
	var messages []js.Value
	list := body.Get("messages")
	if context := body.Get("context"); context.Exists() {
		list = context.Get("messages")
	}
	for _, name := range []string{"contents", "input"} {
		if !list.Exists() {
			list = body.Get(name)
		}
	}
	for m := range list.All() {
		role := m.Get("role").Text()
		if body.Get("context").Exists() && role == "system" {
			continue // they stand anywhere
		}
		if len(messages) > 0 || role != "system" && role != "developer" {
			messages = append(messages, m)
		}
	}
	return messages
}

// declares reports whether a request declares any tools. Which they are depends on
// who runs pi; a gateway finds them in the messages of the system.
func declares(body js.Value) bool {
	return body.Get("tools").Len()+body.Get("toolConfig").Get("tools").Len() > 0
}

// firstDifference returns where two lists of values part and how, or "".
func firstDifference(got, want []js.Value) string {
	for i, v := range got {
		if i == len(want) {
			return fmt.Sprintf("%s: not wanted: %s", v.Pointer(), short(v))
		}
		if d := differentValue(v, want[i]); d != "" {
			return d
		}
	}
	if len(got) < len(want) {
		missing := want[len(got)]
		return fmt.Sprintf("%s: wanted: %s", missing.Pointer(), short(missing))
	}
	return ""
}

// differentValue returns where two values part and how, or "" if a service
// could not tell them apart. Members may come in any order, numbers in any
// spelling; marks for the service's cache say nothing of the session, and the time
// of a message is that of the run.
func differentValue(got, want js.Value) string {
	if got.Kind() != want.Kind() {
		return fmt.Sprintf("%s: %s, want %s", got.Pointer(), short(got), short(want))
	}
	switch got.Kind() {
	case js.Array:
		return firstDifference(slices.Collect(got.All()), slices.Collect(want.All()))
	case js.Object:
		return differentMembers(got, want)
	default:
		if string(got.JSON()) == string(want.JSON()) {
			return ""
		}
		return fmt.Sprintf("%s: %s, want %s", got.Pointer(), short(got), short(want))
	}
}

// passing are members that two requests for one session may differ in.
var passing = map[string]bool{"cache_control": true, "timestamp": true}

func differentMembers(got, want js.Value) string {
	for _, m := range got.Members() {
		if passing[m.Key()] {
			continue
		}
		other := want.Get(m.Key())
		if !other.Exists() {
			return fmt.Sprintf("%s: not wanted: %s", m.Pointer(), short(m))
		}
		if d := differentValue(m, other); d != "" {
			return d
		}
	}
	for _, m := range want.Members() {
		if !passing[m.Key()] && !got.Get(m.Key()).Exists() {
			return fmt.Sprintf("%s: wanted: %s", m.Pointer(), short(m))
		}
	}
	return ""
}

func short(v js.Value) string {
	text := v.JSON()
	if len(text) > 300 {
		return string(text[:300]) + "…"
	}
	return string(text)
}

func TestFirstDifference(t *testing.T) {
	const base = `{"messages":[{"role":"system","content":"x"},{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},1.0,"\ud83d"]}]}`
	for _, test := range []struct{ other, want string }{
		{base, ""},
		{`{"messages":[{"content":[{"text":"\u0061","type":"text"},1,"\ud83d"],"role":"user"}]}`, ""},
		{strings.Replace(base, `"a"`, `"b"`, 1), `/messages/1/content/0/text: "a", want "b"`},
		{strings.Replace(base, `1.0`, `1.5`, 1), `/messages/1/content/1: 1, want 1.5`},
		{strings.Replace(base, `1.0`, `"1"`, 1), `/messages/1/content/1: 1, want "1"`},
		{strings.Replace(base, `d83d`, `dc00`, 1), `/messages/1/content/2: "\ud83d", want "\udc00"`},
		{strings.Replace(base, `"role":"user",`, ``, 1), `/messages/1/role: not wanted: "user"`},
		{strings.Replace(base, `"role":"user"`, `"role":"user","n":null`, 1), `/messages/1/n: wanted: null`},
		{strings.Replace(base, `]}]`, `]},7]`, 1), `/messages/2: wanted: 7`},
		{strings.Replace(base, `1.0,`, ``, 1), `/messages/1/content/1: 1, want "\ud83d"`},
	} {
		got := firstDifference(conversation(parsed(t, []byte(base))), conversation(parsed(t, []byte(test.other))))
		if got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
