package realpitest

import (
	"bytes"
	"fmt"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/realpi"
)

// EventStream is the header of an answer that a test words itself.
var EventStream = map[string]string{"content-type": "text/event-stream"}

// Call is a tool call of a scripted turn.
func Call(id, name, arguments string) replay.Call {
	return replay.Call{ID: id, Name: name, Arguments: []byte(arguments)}
}

// Calls is a turn that says something and calls tools.
func Calls(text string, all ...replay.Call) replay.Turn {
	return replay.Turn{Text: text, Calls: all}
}

// Thinks is a turn of a thought and what comes of it.
func Thinks(thought replay.Thought, then ...replay.Block) replay.Turn {
	return replay.Turn{Blocks: append([]replay.Block{{Thought: &thought}}, then...)}
}

// EndsAt is what Anthropic streams of a turn, up to the last event that holds a
// word; there the stream ends as if that were all. A fault of a script breaks the
// connection instead.
func EndsAt(turn replay.Turn, word string) replay.Turn {
	request, err := js.Parse([]byte(`{"model":"example-1","stream":true}`))
	if err != nil {
		panic(err)
	}
	stream := replay.ContractOf(realpi.Anthropic).Answer(request, turn.Whole(), 1).Body
	at := bytes.LastIndex(stream, []byte(word))
	if at < 0 {
		panic(fmt.Sprintf("realpitest: %q is not in the stream", word))
	}
	end := at + bytes.Index(stream[at:], []byte("\n\n")) + 2
	return replay.Turn{Status: 200, Header: EventStream, Body: stream[:end]}
}
