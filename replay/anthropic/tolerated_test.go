package anthropic_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/anthropic"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
)

func refusals(body string, profiles ...string) []string {
	return contracttest.Refusals(anthropic.Contract, body, profiles...)
}

var ok = said("user", `[`+result("c1")+`]`)

var tolerated = map[string]string{
	"neighbours of one role":             full(`[` + said("user", `"a"`) + `,` + said("user", `"b"`) + `,` + said("assistant", `"c"`) + `,` + said("assistant", `"d"`) + `]`),
	"empty user beside another":          full(`[` + said("user", `[]`) + `,` + said("user", `"b"`) + `]`),
	"empty assistant at the end":         full(`[` + said("user", `"a"`) + `,` + said("assistant", `[]`) + `]`),
	"system before assistant":            full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":"s"}]`) + `,` + said("assistant", `"c"`) + `,` + said("user", `"d"`) + `]`),
	"system at the end":                  full(`[` + said("user", `"a"`) + `,` + said("system", `"s"`) + `]`),
	"tool changes in a system message":   full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"tool_removal","tool":{}},{"type":"tool_addition","tool":{}}]`) + `]`),
	"effort marks":                       full(`[{"role":"system","content":[],"output_config":{"effort":"low"}},` + said("user", `"a"`) + `,{"role":"system","content":[],"output_config":{"effort":"low"}}]`),
	"effort mark behind results":         asked(ok + `,{"role":"system","content":[],"output_config":{"effort":"low"}}`),
	"text behind results":                asked(said("user", `[`+result("c1")+`,{"type":"text","text":"b"},`+picture("image/png", png)+`]`)),
	"prompt in the next user message":    asked(ok + `,` + said("user", `"go on"`)),
	"result without content":             asked(said("user", `[{"type":"tool_result","tool_use_id":"c1"}]`)),
	"result with an empty string":        asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":""}]`)),
	"result with an empty list":          asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":[]}]`)),
	"result of white space":              asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":"\r\n"}]`)),
	"results in another order":           full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("b")+`,`+result("a")+`]`) + `]`),
	"results split over user messages":   full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("b")+`]`) + `,` + said("user", `[`+result("a")+`]`) + `]`),
	"a tool that is gone":                asked(ok + `,` + said("assistant", `[{"type":"tool_use","id":"d","name":"gone","input":{}}]`) + `,` + said("user", `[`+result("d")+`]`)),
	"no thinking in an older turn":       strings.Replace(asked(ok), `"model"`, `"thinking":{"type":"enabled"},"model"`, 1),
	"adaptive thinking that leads not":   strings.Replace(asked(ok), `"model"`, `"thinking":{"type":"adaptive"},"model"`, 1),
	"other words, an old signature":      replayed(strings.Replace(another[0], `"thinking":"d"`, `"thinking":"z"`, 1), another[1], another[2]),
	"all thinking removed":               strings.Replace(replayed(another[2]), `"model"`, `"thinking":{"type":"adaptive"},"model"`, 1),
	"signed thinking without text":       answered(`{"type":"thinking","thinking":"","signature":"s"}`),
	"first message from the assistant":   full(`[` + said("assistant", `"a"`) + `,` + said("user", `"b"`) + `]`),
	"image in a result":                  asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"a"},`+picture("image/png", png)+`]}]`)),
	"marks for the cache":                strings.Replace(full(`[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral","ttl":"1h"}}]}]`), `"model"`, `"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"model"`, 1),
	"two system blocks for a bearer":     strings.Replace(full(`[`+said("user", `"a"`)+`]`), `"model"`, `"system":[{"type":"text","text":"You are Claude Code"},{"type":"text","text":"s"}],"metadata":{"user_id":"u"},"model"`, 1),
	"threads, fallbacks and deferred":    strings.Replace(full(`[`+said("user", `"a"`)+`]`), `"model"`, `"thread":{"type":"create"},"fallbacks":[{"model":"n"}],"output_config":{"effort":"low"},"model"`, 1),
	"server tool still running":          full(`[` + said("user", `"a"`) + `,` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`]`) + `]`),
	"an id longer than clients allow":    full(`[` + said("assistant", `[`+use(strings.Repeat("a", 90))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 90))+`]`) + `]`),
	"no tools and no tool blocks":        `{"model":"m","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"a"}]}`,
	"unusual spaces around a text":       full(`[` + said("user", `"\u00a0\u0085x"`) + `]`),
	"pairs of surrogates as escapes":     full(`[` + said("user", `"\ud83d\ude00 \\ud83d"`) + `]`),
	"member given twice":                 `{"model":"m","model":"n","max_tokens":9,"messages":[{"role":"user","content":"a"}]}`,
	"white space and a trailing newline": " \n" + full(`[`+said("user", `"a"`)+`]`) + "\n",
}

// What the service is known to take, and what pi sends to sound sessions.
func TestTolerated(t *testing.T) {
	for name, body := range tolerated {
		if got := refusals(body); len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Repairs that look right and are not; see the names.
func TestNaiveRepairs(t *testing.T) {
	late := said("user", `"b"`) + `,` + said("assistant", `"c"`) + `,` + said("user", `[`+result("c1")+`]`)
	two := said("user", `"a"`) + `,` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,`
	for name, c := range map[string]struct{ body, want string }{
		"result-in-later-message":    {asked(late), "anthropic/tool-use-without-result"},
		"result-after-user-text":     {asked(said("user", `[{"type":"text","text":"b"},`+result("c1")+`]`)), "anthropic/tool-result-not-first"},
		"split-parallel-results":     {full(`[` + two + said("user", `[`+result("a")+`]`) + `,` + said("user", `"queued"`) + `,` + said("user", `[`+result("b")+`]`) + `]`), "anthropic/tool-result-not-first"},
		"split-around-an-answer":     {full(`[` + two + said("user", `[`+result("a")+`]`) + `,` + said("assistant", `"x"`) + `,` + said("user", `[`+result("b")+`]`) + `]`), "anthropic/tool-use-without-result"},
		"fill-then-late-result":      {asked(said("user", `[`+result("c1")+`]`) + `,` + said("assistant", `"b"`) + `,` + said("user", `[`+result("c1")+`]`)), "anthropic/orphan-tool-result"},
		"double-fill":                {asked(said("user", `[`+result("c1")+`,`+result("c1")+`]`)), "anthropic/duplicate-tool-result"},
		"drop-call-keep-result":      {full(`[` + said("user", `"a"`) + `,` + said("user", `[`+result("c1")+`]`) + `]`), "anthropic/orphan-tool-result"},
		"drop-text-keep-empty":       {full(`[` + said("user", `"a"`) + `,` + said("assistant", `[]`) + `,` + said("user", `"b"`) + `]`), "anthropic/empty-content"},
		"space-filler":               {full(`[` + said("user", `[{"type":"text","text":" "}]`) + `]`), "anthropic/blank-text-block"},
		"fill-server-tool":           {full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`]`) + `,` + said("user", `[`+result("srvtoolu_1")+`]`) + `]`), "anthropic/client-result-for-server-tool"},
		"answer-pending-with-text":   {full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`,`+use("c1")+`]`) + `,` + said("user", `[`+result("c1")+`,{"type":"text","text":"b"}]`) + `]`), "anthropic/server-tool-unresolved"},
		"strip-server-result":        {full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`,{"type":"text","text":"b"}]`) + `,` + said("user", `"c"`) + `]`), "anthropic/server-tool-unresolved"},
		"sanitize-one-side":          {full(`[` + said("assistant", `[`+use("a_b")+`]`) + `,` + said("user", `[`+result("a.b")+`]`) + `]`), "anthropic/tool-id-pattern"},
		"sanitize-wrongly":           {full(`[` + said("assistant", `[`+use("a_b")+`]`) + `,` + said("user", `[`+result("a-b")+`]`) + `]`), "anthropic/tool-use-without-result"},
		"sanitize-collision":         {full(`[` + said("assistant", `[`+use("a_b")+`,`+use("a_b")+`]`) + `,` + said("user", `[`+result("a_b")+`,`+result("a_b")+`]`) + `]`), "anthropic/duplicate-tool-use-id"},
		"reorder-results-only":       {asked(said("assistant", `[`+use("c2")+`]`) + `,` + said("user", `[`+result("c1")+`,`+result("c2")+`]`)), "anthropic/tool-result-interleaved-message"},
		"error-result-with-image":    {asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":[`+picture("image/png", png)+`]}]`)), "anthropic/error-result-non-text"},
		"empty-error-result":         {asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":[]}]`)), "anthropic/error-result-empty"},
		"truncate-head":              {full(`[` + said("user", `[`+result("c1")+`]`) + `,` + said("assistant", `"b"`) + `,` + said("user", `"c"`) + `]`), "anthropic/orphan-tool-result"},
		"bridge-assistant-text":      {asked(said("assistant", `"b"`) + `,` + said("user", `[`+result("c1")+`]`)), "anthropic/tool-result-interleaved-message"},
		"tools-dropped":              {strings.Replace(asked(said("user", `[`+result("c1")+`]`)), `"tools":[{"name":"read","input_schema":{}}],`, ``, 1), "anthropic/tools-missing"},
		"compaction-cut-inside-pair": {full(`[` + said("user", `"summary"`) + `,` + said("user", `[`+result("c1")+`]`) + `,` + said("user", `"go on"`) + `]`), "anthropic/orphan-tool-result"},
	} {
		if got := refusals(c.body); len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: got %v, want %s first", name, got, c.want)
		}
	}
	if got := refusals(full(`[`+said("user", `"a"`)+`,`+said("assistant", `"b"`)+`]`), anthropic.NoPrefill); !slices.Equal(got, []string{"anthropic/prefill-unsupported"}) {
		t.Errorf("prefill-tail: got %v", got)
	}
}

// The service answers with the fault of its earliest check, not with the one
// that stands first in the body.
func TestOrderOfFaults(t *testing.T) {
	bad := `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":""}]},` +
		`{"role":"assistant","content":[` + use("c1") + `,{"type":"text"}]},{"role":"user","content":"b"}],"seed":1,` +
		`"tools":[{"name":"a"},{"name":"a"}]}`
	var got []string
	for _, v := range anthropic.Contract.Judge([]byte(bad)) {
		got = append(got, v.Clause.ID)
	}
	want := []string{
		"anthropic/tool-names-unique", "anthropic/content-type", "anthropic/field-required", "anthropic/extra-fields",
		"anthropic/empty-text-block", "anthropic/tool-use-without-result",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}
