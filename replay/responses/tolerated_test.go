package responses_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
	"github.com/pi-fix/pi-fix/replay/responses"
)

func refusals(body string, profiles ...string) []string {
	return contracttest.Refusals(responses.Contract, body, profiles...)
}

// What the service is known to take, and what pi sends to sound sessions.
func TestTolerated(t *testing.T) {
	for name, body := range map[string]string{
		"input is a text":            `{"model":"m","input":"hi"}`,
		"call and output apart":      asked(user, message("msg_1"), output("c1"), user),
		"outputs in another order":   full(call("a"), call("b"), user, output("b"), output("a")),
		"items without ids":          full(user, said("assistant", `"a"`), call("c"), output("c")),
		"user item with all members": full(`{"type":"message","id":"msg_x","status":"completed","role":"user","content":"a"}`),
		"easy assistant message":     full(said("assistant", `"a"`), user),
		"neighbours of one role":     full(user, user, message("msg_1"), message("msg_2")),
		"first item from assistant":  full(message("msg_1"), user),
		"last item from assistant":   full(user, message("msg_1")),
		"no tools beside calls":      sound,
		"reasoning and ids gone":     full(user, said("assistant", `"a"`), call("c"), output("c"), user),
		"reasoning without an id":    full(strings.Replace(thought("rs_1", cipher), `"id":"rs_1",`, ``, 1), user),
		"other ciphers":              full(thought("rs_1", "aGVsbG8="), message("msg_1")),
		"arguments that are no JSON": full(strings.Replace(call("c"), `"{}"`, `"{oops"`, 1), output("c")),
		"arguments with an escape":   full(strings.Replace(call("c"), `"{}"`, `"{\"p\":\"\\ud83d\"}"`, 1), output("c")),
		"white space for an output":  asked(strings.Replace(output("c1"), `"x"`, `"\r\n"`, 1)),
		"two outputs for a call":     asked(output("c1"), output("c1")),
		"a call id in two turns":     asked(output("c1"), call("c1"), output("c1")),
		"system in mid-conversation": full(said("system", `"a"`), user, said("developer", `"b"`), user),
		"tools in mid-conversation":  full(user, `{"type":"additional_tools","role":"developer","tools":[]}`, user),
		"effort in mid-conversation": full(user, `{"type":"configuration_update","reasoning":{"effort":"low"}}`),
		"a search for tools":         full(`{"type":"tool_search_call","call_id":"s","execution":"client","status":"completed","arguments":{}}`, `{"type":"tool_search_output","call_id":"s","execution":"client","status":"completed","tools":[]}`, user),
		"a namespace":                full(strings.Replace(call("c"), `"name"`, `"namespace":"n","name"`, 1), output("c")),
		"what pi sends beside": with(`"stream":true,"prompt_cache_key":"k","prompt_cache_retention":"24h","prompt_cache_options":{},` +
			`"max_output_tokens":16,"temperature":1,"service_tier":"flex","tools":[],"tool_choice":"auto","reasoning":{"effort":"low",` +
			`"summary":"auto"},"include":["reasoning.encrypted_content"],"text":{"verbosity":"low"},"parallel_tool_calls":true,"instructions":"a"`),
	} {
		if got := refusals(body); len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Repairs that look right and are not; see the names. Those of the last rows are
// wrong elsewhere and right here.
func TestNaiveRepairs(t *testing.T) {
	for name, c := range map[string]struct{ body, want, profile string }{
		"drop-call-keep-result":                {full(user, output("c1")), "responses/orphan-tool-output", ""},
		"drop-call-keep-thinking":              {full(user, thought("rs_1", cipher), user), "responses/reasoning-without-following", ""},
		"strip-reasoning-keep-ids":             {full(user, called("c", "fc_"+hex), output("c"), message("msg_"+hex)), "responses/item-without-reasoning", responses.Reasoning},
		"sanitize-one-side":                    {full(call("a_b"), output("a.b")), "responses/orphan-tool-output", ""},
		"truncate-head":                        {full(output("c1"), message("msg_1"), user), "responses/orphan-tool-output", ""},
		"compaction-cut-inside-pair":           {full(user, output("c1"), user), "responses/orphan-tool-output", ""},
		"call-at-the-end":                      {asked(), "responses/missing-tool-output", ""},
		"doubled-line":                         {full(user, message("msg_1"), user, message("msg_1")), "responses/duplicate-item-id", ""},
		"result-in-later-message for DeepSeek": {asked(user, output("c1")), "deepseek-responses/adjacency", responses.DeepSeek},

		"result-in-later-message": {asked(user, message("msg_1"), output("c1")), "", ""},
		"bridge-assistant-text":   {asked(said("assistant", `"b"`), output("c1")), "", ""},
		"split-parallel-results":  {full(call("a"), call("b"), output("a"), user, output("b")), "", ""},
	} {
		got := refusals(c.body, c.profile)
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.Contains(got, c.want) {
			t.Errorf("%s: got %v, want %q", name, got, c.want)
		}
	}
}

// What is refused nowhere for certain is told all the same.
func TestRepairsThatAreWarnedOf(t *testing.T) {
	for name, body := range map[string]string{
		"fill-then-late-result": asked(output("c1"), user, output("c1")),
		"double-fill":           asked(output("c1"), output("c1")),
		"sanitize-collision":    full(call("a_b"), call("a_b"), output("a_b"), output("a_b")),
	} {
		found := responses.Contract.Judge([]byte(body))
		if contract.Refusal(found) != nil || !slices.ContainsFunc(found, func(v contract.Violation) bool {
			return v.Clause.ID == "responses/duplicate-output"
		}) {
			t.Errorf("%s: got %v, want a warning", name, found)
		}
		if got := refusals(body, responses.UniqueIDs); !slices.Contains(got, "responses/duplicate-output") {
			t.Errorf("%s with unique ids: got %v, want a refusal", name, got)
		}
	}
}

func TestOrderOfFaults(t *testing.T) {
	items := []string{output("c1"), said("user", `null`), `7`}
	for _, test := range []struct {
		body string
		want []string
	}{
		{`{"zzz":1}`, []string{"responses/field-required", "responses/field-required", "responses/unknown-parameter"}},
		{strings.Replace(full(items...), `{`, `{"zzz":1,`, 1), []string{
			"responses/unknown-parameter", "responses/content-part-role", "responses/item-type-unknown", "responses/orphan-tool-output",
		}},
		{strings.Replace(full(), `{`, `{"zzz":1,`, 1), []string{"responses/unknown-parameter", "responses/input-empty"}},
	} {
		var got []string
		for _, v := range responses.Contract.Judge([]byte(test.body)) {
			got = append(got, v.Clause.ID)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("got %v\nwant %v", got, test.want)
		}
	}
}
