package anthropic_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/anthropic"
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// answerTo is what the fake says to a request, block by block.
func answerTo(body string, blocks ...contract.Block) []string {
	request, err := js.Parse([]byte(body))
	if err != nil {
		panic(err)
	}
	var said struct{ Content []json.RawMessage }
	response := anthropic.Contract.Answer(request, contract.Turn{Blocks: blocks}, 1)
	if err := json.Unmarshal(response.Body, &said); err != nil {
		panic(err)
	}
	var all []string
	for _, b := range said.Content {
		all = append(all, string(b))
	}
	return all
}

func thought(text string) contract.Block {
	return contract.Block{Thought: &contract.Thought{Text: text}}
}

func hidden() contract.Block { return contract.Block{Thought: &contract.Thought{Redacted: true}} }

var calls = contract.Block{Call: &contract.Call{ID: "c1", Name: "read"}}

const question = `{"role":"user","content":"hi"}`

// recorded is an answer with two thoughts around a text, one that is hidden, and a
// call; another is one to the same question.
var (
	recorded = answerTo(full(`[`+question+`]`), thought("a"), contract.Block{Text: "b"}, thought("c"), hidden(), calls)
	another  = answerTo(full(`[`+question+`]`), thought("d"), thought("e"), calls)
	later    = answerTo(full(`[`+question+`,`+said("assistant", `"x"`)+`,`+question+`]`), thought("f"), calls)
)

// replayed is the request behind an answer of these blocks.
func replayed(blocks ...string) string {
	return full(`[` + question + `,` + said("assistant", `[`+strings.Join(blocks, ",")+`]`) + `,` + ok + `]`)
}

var sealCases = []sample{
	{
		ID: "anthropic/thinking-modified", Bad: replayed(recorded[0], recorded[1], recorded[3], recorded[4]), Good: replayed(recorded...),
		At: "/messages/1/content/2",
		Message: "messages.1.content.2: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be " +
			"modified. These blocks must remain as they were in the original response.",
	},
	{
		ID: "anthropic/thinking-signature-invalid", Bad: replayed(forge(another[0]), another[1], another[2]), Good: replayed(another...),
		At: "/messages/1/content/0",
	},
	{
		ID: "anthropic/redacted-thinking-data-invalid", Bad: replayed(recorded[0], recorded[2], forge(recorded[3]), recorded[4]),
		Good: replayed(recorded...),
	},
	{
		ID: "anthropic/thinking-prefix-binding", Profiles: []string{anthropic.PrefixBinding}, Good: replayed(another...),
		Bad: strings.Replace(replayed(another...), `"content":"hi"`, `"content":"hello"`, 1), At: "/messages/1/content/0",
	},
}

// forge changes a letter near the end of a signature.
func forge(block string) string {
	at := strings.LastIndex(block, "==") - 8
	letter := "A"
	if block[at:at+1] == letter {
		letter = "B"
	}
	return block[:at] + letter + block[at+1:]
}

// The sequence of thoughts in the last answer is what the service insists on.
func TestModifiedThinking(t *testing.T) {
	for name, test := range map[string]struct {
		body string
		want bool
	}{
		"as it was":                     {replayed(recorded...), false},
		"all gone":                      {replayed(recorded[1], recorded[4]), false},
		"other words":                   {replayed(strings.Replace(recorded[0], `"thinking":"a"`, `"thinking":"z"`, 1), recorded[1], recorded[2], recorded[3], recorded[4]), false},
		"the text between them is gone": {replayed(recorded[0], recorded[2], recorded[3], recorded[4]), false},
		"of another service":            {replayed(strange, recorded[1], recorded[4]), false},
		"beside another service's":      {replayed(strange, another[0], another[1], another[2]), false},
		"in an older turn":              {full(`[` + question + `,` + said("assistant", `[`+another[0]+`,`+use("c1")+`]`) + `,` + ok + `,` + said("assistant", `"b"`) + `,` + question + `]`), false},
		"the first is gone":             {replayed(recorded[2], recorded[3], recorded[4]), true},
		"one between is gone":           {replayed(recorded[0], recorded[3], recorded[4]), true},
		"the last is gone":              {replayed(recorded[0], recorded[1], recorded[2], recorded[4]), true},
		"in another order":              {replayed(another[1], another[0], another[2]), true},
		"twice":                         {replayed(another[0], another[0], another[1], another[2]), true},
		"of two answers":                {replayed(another[0], later[0], another[2]), true},
		"behind a text":                 {replayed(`{"type":"text","text":"new"}`, another[0], another[1], another[2]), true},
		"of an answer with more":        {replayed(recorded[0], recorded[1], recorded[2], recorded[3], another[0], recorded[4]), true},
	} {
		if got := refusals(test.body); slices.Contains(got, "anthropic/thinking-modified") != test.want || !test.want && len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// pi leaves out thoughts without words.
func TestThoughtsWithoutWords(t *testing.T) {
	given := answerTo(full(`[`+question+`]`), thought(""), thought("a"), thought(" "), calls)
	for _, body := range []string{replayed(given...), replayed(given[1], given[3])} {
		if got := refusals(body); len(got) > 0 {
			t.Errorf("got %v", got)
		}
	}
}

// Marks for the cache move, and a question that is a string becomes a block for one.
func TestBindingPassesOverTheCache(t *testing.T) {
	marked := `{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}`
	for name, test := range map[string]struct {
		body string
		want bool
	}{
		"as it was":           {replayed(another...), false},
		"a mark":              {strings.Replace(replayed(another...), question, marked, 1), false},
		"another prompt":      {set(replayed(another...), `"system":"s"`), true},
		"another tool":        {strings.Replace(replayed(another...), `"name":"read","input_schema"`, `"name":"look","input_schema"`, 1), true},
		"a thought fewer":     {full(`[` + question + `,` + said("assistant", `[`+strange+`,{"type":"text","text":"x"}]`) + `,` + question + `,` + said("assistant", `[`+later[0]+`,`+later[1]+`]`) + `,` + ok + `]`), false},
		"a message in front":  {strings.Replace(replayed(another...), `[`+question, `[`+question+`,`+question, 1), true},
		"a mismatch drops it": {set(set(replayed(another...), `"system":"s"`), `"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}}`), false},
	} {
		if got := refusals(test.body, anthropic.PrefixBinding); slices.Contains(got, "anthropic/thinking-prefix-binding") != test.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// strange is a thought that was signed elsewhere.
var strange = `{"type":"thinking","thinking":"a","signature":"` + strings.Repeat("c2ln", 30) + `"}`
