package sessionlog

import (
	"bytes"
	"strings"
)

// Unrun says of a tool result whether its text stands for a call that did not run
// to its end.
type Unrun uint8

// What a result can say. Skipped calls were never begun: a message was waiting.
// Interrupted ones were aborted, or nothing is known of them.
const (
	Ran Unrun = iota
	Skipped
	Interrupted
)

// maxUnrun is above the length of every such text, in bytes.
const maxUnrun = 512

// unrunTexts are how the texts begin. The first is of pi 0.25 to 0.58 and, with more
// behind it, of oh-my-pi; the second of OpenClaw; the rest of these three and of
// pi-fix, for calls that were aborted, cut off or lost.
var unrunTexts = []struct {
	start string
	says  Unrun
	whole bool // nothing follows it
}{
	{"Skipped due to queued user message", Skipped, false},
	{"Skipped to process an incoming message", Skipped, false},
	{"Operation aborted", Interrupted, true},
	{"Tool execution was aborted", Interrupted, false},
	{"Tool execution aborted", Interrupted, false},
	{"Tool call ", Interrupted, false},
	{"No result provided", Interrupted, true},
	{"No result was recorded for this call.", Interrupted, false},
	{"This call was not executed:", Interrupted, false},
	{"[openclaw] missing tool result in session history", Interrupted, false},
	{"aborted", Interrupted, true},
}

// UnrunText judges the text of a result. What merely begins like one of the texts
// can be a file: only a skipped call's text is sure without the mark of an error.
func UnrunText(text []byte) Unrun {
	if len(text) > maxUnrun || len(text) == 0 || strings.IndexByte("STN[aO", text[0]) < 0 {
		return Ran
	}
	for _, u := range unrunTexts {
		rest, ok := bytes.CutPrefix(text, []byte(u.start))
		if !ok || u.whole && len(bytes.Trim(rest, ".")) > 0 {
			continue
		}
		if u.start == "Tool call " && !bytes.Contains(rest, []byte("was not executed: the response hit the output token limit")) {
			continue
		}
		return u.says
	}
	return Ran
}
