package responses_test

import (
	"bufio"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/responses"
)

func answered(t *testing.T, request string, turn contract.Turn) string {
	t.Helper()
	body, err := js.Parse([]byte(request))
	if err != nil {
		t.Fatal(err)
	}
	return string(responses.Contract.Answer(body, turn, 1).Body)
}

var told = contract.Turn{
	Blocks: []contract.Block{
		{Thought: &contract.Thought{Text: "hm"}},
		{Thought: &contract.Thought{Signature: `{"type":"reasoning","id":"rs_old","summary":[]}`}},
		{Text: "I look."},
		{Call: &contract.Call{ID: "call_1|fc_1", Name: "read"}},
		{Text: "And look."},
	},
	Stop: contract.StopLength, Usage: &contract.Usage{Input: 1, Output: 2, CacheRead: 4, CacheWrite: 8},
}

func TestAnswerToldBlockByBlock(t *testing.T) {
	answer := answered(t, `{"model":"m","input":"a","include":["reasoning.encrypted_content"]}`, told)
	for path, want := range map[string]string{
		"status": "incomplete", "incomplete_details.reason": "max_output_tokens", "model": "m",
		"output.#": "5", "output.#.type": `["reasoning","reasoning","message","function_call","message"]`,
		"output.0.summary.0.text": "hm", "output.1.id": "rs_old", "output.2.content.0.text": "I look.",
		"output.3.call_id": "call_1", "output.3.id": "fc_1", "output.3.arguments": "{}",
		"usage.input_tokens": "13", "usage.input_tokens_details.cached_tokens": "4", "usage.total_tokens": "15",
	} {
		if got := gjson.Get(answer, path).String(); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	if gjson.Get(answer, "output.2.id").Str == gjson.Get(answer, "output.4.id").Str {
		t.Error("two items share an id")
	}
	if cipher := gjson.Get(answer, "output.0.encrypted_content").Str; !strings.HasPrefix(cipher, "gAAAA") || len(cipher) < 100 {
		t.Errorf("got cipher %s", cipher)
	}
}

// What the answer holds can be sent back.
func TestAnswersCanBeSentBack(t *testing.T) {
	answer := gjson.Get(answered(t, `{"model":"m","input":"a","reasoning":{"effort":"low"},"include":["reasoning.encrypted_content"]}`,
		contract.Turn{Text: "a", Calls: []contract.Call{{ID: "c1", Name: "read"}, {ID: "c2", Name: "read"}}}), "output").Raw
	request := full(user, strings.Trim(answer, "[]"), output("c1"), output("c2"))
	for _, profiles := range [][]string{nil, {responses.Reasoning}} {
		if found := responses.Contract.Judge([]byte(request), profiles...); len(found) > 0 {
			t.Errorf("got %v in %s", found, request)
		}
	}
}

// reasonedCall is a call that was given out behind reasoning, and that reasoning.
func reasonedCall() (thought, call gjson.Result) {
	body, err := js.Parse([]byte(`{"model":"m","input":"a","include":["reasoning.encrypted_content"]}`))
	if err != nil {
		panic(err)
	}
	turn := contract.Turn{Blocks: []contract.Block{{Thought: &contract.Thought{Text: "hm"}}, {Text: "a"}, {Call: &contract.Call{ID: "c1", Name: "read"}}}}
	output := gjson.GetBytes(responses.Contract.Answer(body, turn, 1).Body, "output")
	return output.Get("0"), output.Get("2")
}

// reasoned holds both as JSON, with their ids.
var reasoned = func() (r struct{ thought, call, of, id string }) {
	thought, call := reasonedCall()
	r.thought, r.call, r.of, r.id = thought.Raw, call.Raw, thought.Get("id").Str, call.Get("id").Str
	return r
}()

// What was given out behind reasoning is known again, however it comes back.
func TestItemsComeBackWithTheirReasoning(t *testing.T) {
	thought, call := reasonedCall()
	id := call.Get("id").Str
	for name, test := range map[string]struct {
		call string
		want bool
	}{
		"without it":          {call.Raw, true},
		"without an id":       {strings.Replace(call.Raw, `"id":"`+id+`",`, ``, 1), false},
		"with another id":     {strings.Replace(call.Raw, id, id[:len(id)-1]+"_", 1), false},
		"behind another":      {strings.Replace(thought.Raw, thought.Get("id").Str, "rs_1", 1) + "," + call.Raw, true},
		"behind its own":      {thought.Raw + "," + call.Raw, false},
		"with a text between": {thought.Raw + "," + message("msg_1") + "," + call.Raw, false},
	} {
		got := refusals(full(user, test.call, output("c1")))
		if slices.Contains(got, "responses/item-without-reasoning") != test.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestStreamNumbersItsEvents(t *testing.T) {
	stream := answered(t, `{"model":"m","input":"a","stream":true}`, told)
	lines, n, text := bufio.NewScanner(strings.NewReader(stream)), 0, ""
	name := ""
	for lines.Scan() {
		if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = event
			continue
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		if got := gjson.Get(data, "sequence_number").Int(); got != int64(n) || gjson.Get(data, "type").Str != name {
			t.Errorf("got event %s with number %d, want number %d: %s", name, got, n, data)
		}
		n++
		if name == "response.output_text.delta" || name == "response.reasoning_summary_text.delta" {
			text += gjson.Get(data, "delta").Str
		}
	}
	if name != "response.incomplete" || text != "hmI look.And look." {
		t.Errorf("got %s at the end, and text %q", name, text)
	}
}
