package transcript

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/pi-fix/pi-fix/replay/js"
)

// summaryPrompt stands in for pi's instructions to the model that sums up.
const summaryPrompt = "You sum up what a user and a coding agent said and did. You do not go on with it."

// longestResult is how many UTF-16 units of a result pi puts into a request for a
// summary.
const longestResult = 2000

// Summary returns the transcript of a request for a summary of the stored
// messages, nil when they say nothing. As in pi it is one text in which nothing
// of the form of the messages is left, and it declares no tools. What no line
// brought about, such as a next prompt, is not summed up.
func (t *Transcript) Summary() (*Transcript, error) {
	var parts []string
	for _, m := range t.Messages {
		if m.Line == NoLine {
			continue
		}
		told, err := retold(&m)
		if err != nil {
			return nil, err
		}
		parts = append(parts, told...)
	}
	if len(parts) == 0 {
		return nil, nil
	}
	text := "<conversation>\n" + strings.Join(parts, "\n\n") + "\n</conversation>\n\nSum up the conversation above."
	return &Transcript{
		System:   System{Prompt: summaryPrompt},
		Messages: []Message{{Role: User, Line: NoLine, Content: textBlock(text)}},
	}, nil
}

// retold puts a message into words.
func retold(m *Message) ([]string, error) {
	var out []string
	say := func(who, text string) {
		if text != "" {
			out = append(out, "["+who+"]: "+text)
		}
	}
	switch m.Role {
	case User:
		say("User", plainText(m.Content, ""))
	case Result:
		say("Tool result", shortened(plainText(m.Content, "")))
	case Assistant:
		say("Assistant", plainText(m.Content, "\n"))
		calls, err := retoldCalls(m)
		if err != nil {
			return nil, err
		}
		say("Assistant tool calls", calls)
	}
	return out, nil
}

// retoldCalls lists the calls of an assistant message. pi fails on one whose
// arguments are null or missing.
func retoldCalls(m *Message) (string, error) {
	var calls []string
	for b := range m.Content.All() {
		if b.Get("type").Text() != "toolCall" {
			continue
		}
		arguments := b.Get("arguments")
		if arguments.Nullish() {
			return "", &Failure{"pi/compaction-arguments", m.Line, "Cannot convert undefined or null to object"}
		}
		var words []string
		for _, a := range arguments.Members() {
			words = append(words, fmt.Sprintf("%s=%s", a.Key(), a.JSON()))
		}
		calls = append(calls, b.Get("name").Display()+"("+strings.Join(words, ", ")+")")
	}
	return strings.Join(calls, "; "), nil
}

func plainText(content js.Value, sep string) string {
	if content.Kind() == js.String {
		return content.Text()
	}
	var texts []string
	for b := range content.All() {
		if b.Get("type").Text() == "text" {
			texts = append(texts, b.Get("text").Display())
		}
	}
	return strings.Join(texts, sep)
}

func shortened(text string) string {
	units := 0
	for i, r := range text {
		n := max(1, utf16.RuneLen(r))
		if units+n > longestResult {
			return text[:i] + "\n\n[... shortened]"
		}
		units += n
	}
	return text
}
