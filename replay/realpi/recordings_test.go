package realpi_test

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// A recording is a session and how it comes about: what the service answers,
// request by request, and what the user does.
type recording struct {
	theme, version, api string
	thinks              bool
	extension           string
	turns               []replay.Turn
	script              func(*player)
}

func (r recording) name() string { return r.version + "-" + r.theme }

// workFiles are what the tools find.
var workFiles = map[string]string{
	"greet.go":  "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"hello\")\n}\n",
	"notes.txt": "one\ntwo\nthree\n",
	"dot.png":   dot,
}

// dotText is a picture of one pixel.
const dotText = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP438AAAAQBAYDFKhhdAAAAAElFTkSuQmCC"

var dot = string(decoded(dotText))

func decoded(text string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return bytes
}

var call, calls = realpitest.Call, realpitest.Calls

func says(text string) replay.Turn { return replay.Turn{Text: text} }

// long is an answer that is worth a compaction.
func long(topic string) replay.Turn {
	return says(fmt.Sprintf("About %s: %s", topic, strings.Repeat("there is more to say. ", 12)))
}

var readNotes = call("toolu_count", "read", `{"path":"notes.txt"}`)

var recordings = []recording{
	{theme: "text", version: "0.74.2", api: realpi.Anthropic,
		turns: []replay.Turn{says("Hello. What shall I do?"), says("Fünf – 5 😀.")},
		script: func(p *player) {
			p.ask("Hello")
			p.ask("Two and three?")
		}},
	{theme: "image", version: "0.74.2", api: realpi.Completions,
		turns: []replay.Turn{
			calls("", call("call_dot", "read", `{"path":"dot.png"}`)),
			says("One pixel."), says("You are welcome."),
		},
		script: func(p *player) {
			p.ask("What is in dot.png?")
			p.ask("Thank you")
		}},
	{theme: "branch", version: "0.74.2", api: realpi.Anthropic, extension: back,
		turns: []replay.Turn{
			says("Ready."),
			calls("I look.", call("toolu_notes", "read", `{"path":"notes.txt"}`)),
			says("Three lines."),
			says("The user looked at notes.txt, which has three lines."),
			says("Then let us look elsewhere."),
		},
		script: func(p *player) {
			p.ask("Be ready")
			p.ask("How long is notes.txt?")
			p.order(map[string]string{"type": "prompt", "message": "/back 1 summary"})
			p.ask("Something else")
		}},
	{theme: "parallel", version: "0.87.1", api: realpi.Anthropic,
		turns: []replay.Turn{
			calls("All at once.",
				call("toolu_one", "read", `{"path":"notes.txt"}`),
				call("toolu_two", "read", `{"path":"absent.txt"}`),
				call("toolu_three", "bash", `{"command":"echo partial; exit 3"}`)),
			says("One of three worked."), says("Yes."),
		},
		script: func(p *player) {
			p.ask("Read notes.txt and absent.txt, and run the script")
			p.ask("Sure?")
		}},
	{theme: "compaction", version: "0.87.1", api: realpi.Completions,
		turns: []replay.Turn{
			long("apples"), long("pears"),
			calls("", call("call_notes", "read", `{"path":"notes.txt"}`)),
			long("notes"),
			// The cut goes through a turn: both of its parts are summed up, at
			// the same time.
			says("Apples and pears were discussed, then notes."),
			says("Apples and pears were discussed, then notes."),
			says("Plums it is."),
		},
		script: func(p *player) {
			p.ask("Apples?")
			p.ask("Pears?")
			p.ask("Notes?")
			p.order(map[string]string{"type": "compact"})
			p.ask("Plums?")
		}},
	{theme: "branch", version: "0.87.1", api: realpi.Completions, extension: back,
		turns: []replay.Turn{
			says("Ready."),
			calls("", call("call_fail", "bash", `{"command":"echo partial; exit 3"}`)),
			says("It failed."),
			calls("", call("call_a", "read", `{"path":"notes.txt"}`), call("call_b", "read", `{"path":"greet.go"}`)),
			says("Both are short."),
		},
		script: func(p *player) {
			p.ask("Be ready")
			p.ask("Run the script")
			p.order(map[string]string{"type": "prompt", "message": "/back 1"})
			p.ask("Read both files")
		}},
	{theme: "edit", version: "1.5.2", api: realpi.Anthropic,
		turns: []replay.Turn{
			calls("I read it first.", call("toolu_read", "read", `{"path":"greet.go"}`)),
			calls("", call("toolu_edit", "edit", `{"path":"greet.go","edits":[{"oldText":"hello","newText":"hello, world"}]}`)),
			calls("", call("toolu_again", "read", `{"path":"greet.go","offset":5,"limit":2}`)),
			says("It greets the world now."),
		},
		script: func(p *player) { p.ask("Greet the world in greet.go") }},
	{theme: "thinking", version: "1.5.2", api: realpi.Anthropic, thinks: true,
		turns: []replay.Turn{
			realpitest.Thinks(replay.Thought{Text: "I have to read the file before I count.", Signature: "c2lnbmVkIGJ5IGEgdGVzdCAx"},
				replay.Block{Call: &readNotes}),
			realpitest.Thinks(replay.Thought{Redacted: true, Signature: "cmVkYWN0ZWQgYnkgYSB0ZXN0"}, replay.Block{Text: "Three."}),
			says("Because I counted."),
		},
		script: func(p *player) {
			p.ask("Count the lines of notes.txt")
			p.ask("Why three?")
		}},
	{theme: "compaction", version: "1.5.2", api: realpi.Anthropic,
		turns: []replay.Turn{
			long("apples"),
			calls("I look.", call("toolu_a", "read", `{"path":"notes.txt"}`), call("toolu_b", "read", `{"path":"greet.go"}`)),
			long("files"),
			says("Apples were discussed, files are at hand."),
			says("Apples were discussed, files are at hand."),
			says("Nothing."),
		},
		script: func(p *player) {
			p.ask("Apples?")
			p.ask("Files?")
			p.order(map[string]string{"type": "compact"})
			p.ask("What is left?")
		}},
	{theme: "aborted", version: "1.5.2", api: realpi.Anthropic,
		turns: []replay.Turn{
			calls("This takes a while.", call("toolu_sleep", "bash", `{"command":"sleep 60"}`), call("toolu_late", "read", `{"path":"notes.txt"}`)),
			realpitest.EndsAt(calls("I read the notes", call("toolu_lost", "read", `{"path":"notes.txt"}`)), "notes.t"),
			says("I am back."),
		},
		script: func(p *player) {
			p.stop("Wait a minute")
			p.ask("Go on")
			p.ask("And now?")
		}},
}
