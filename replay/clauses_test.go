package replay_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

var (
	clauseID = regexp.MustCompile(`^[a-z0-9-]+/[a-z0-9-]+$`)
	level    = regexp.MustCompile(`^(reject|warn|profile:[a-z0-9.,-]+)$`)
)

func TestClausesAreListed(t *testing.T) {
	all := replay.Clauses()
	for i, c := range all {
		if c.Stage < 1 || !clauseID.MatchString(c.ID) || !level.MatchString(c.Level) || c.Status < 400 || c.Text == "" || c.Source == "" {
			t.Errorf("%+v", c)
		}
		if i > 0 && (all[i-1].ID > c.ID || all[i-1] == c) {
			t.Errorf("%s stands behind %s", c.ID, all[i-1].ID)
		}
	}
	for _, want := range []replay.ListedClause{
		{API: "anthropic-messages", ID: "anthropic/request-too-large", Level: "reject", Status: 413},
		{API: "anthropic-messages", ID: "anthropic/tool-result-split-messages", Level: "warn", Status: 400},
		{API: "openai-completions", ID: "mistral/call-count", Level: "profile:mistral", Status: 400},
	} {
		if !slices.ContainsFunc(all, func(c replay.ListedClause) bool {
			return c.API == want.API && c.ID == want.ID && c.Level == want.Level && c.Status == want.Status
		}) {
			t.Errorf("%+v is not listed", want)
		}
	}
}

func TestProfilesOf(t *testing.T) {
	const chat, messages = "openai-completions", "anthropic-messages"
	for _, test := range []struct{ provider, api, id, url, want string }{
		{"openai", chat, "gpt-4o", "", "openai-chat"},
		{"mistral", chat, "m", "", "mistral"},
		{"deepseek", chat, "m", "https://api.deepseek.com", "deepseek"},
		{"mine", chat, "m", "https://api.groq.com/openai/v1", "groq"},
		{"cerebras", chat, "m", "", "cerebras"},
		{"xai", chat, "m", "", "xai"},
		{"openrouter", chat, "anthropic/claude-opus-4-5", "", "openrouter"},
		{"moonshotai", chat, "m", "", "kimi"},
		{"mine", chat, "m", "https://api.moonshot.cn/v1", "kimi"},
		{"zai", chat, "m", "", "zai"},
		{"zai-coding-cn", chat, "m", "", "zai-cn"},
		{"github-copilot", chat, "m", "", "copilot"},
		{"openai", chat, "m", "https://openrouter.ai/api/v1", "openrouter"},
		{"mine", chat, "m", "http://localhost:1", ""},
		{"anthropic", messages, "claude-3-5-sonnet-20241022", "", "anthropic-2024"},
		{"anthropic", messages, "claude-3-opus-20240229", "", "anthropic-2024"},
		{"anthropic", messages, "claude-opus-4-20250514", "", "anthropic-manual"},
		{"anthropic", messages, "claude-opus-4-5", "", "anthropic-manual"},
		{"opencode", messages, "claude-sonnet-4.6", "", "anthropic-adaptive"},
		{"anthropic", messages, "claude-opus-4-7", "", "anthropic-adaptive adaptive-only"},
		{"anthropic", messages, "claude-sonnet-5", "", "anthropic-adaptive adaptive-only"},
		{"anthropic", messages, "claude-fable-5-1", "", "anthropic-bound"},
		{"kimi-coding", messages, "k2", "", "anthropic-compat"},
		{"deepseek", messages, "deepseek-flash", "", "deepseek-anthropic"},
		{"anthropic", messages, "example-1", "", ""},
	} {
		m := replay.Model{Provider: test.provider, API: test.api, ID: test.id}
		got := replay.ProfilesOf(m, test.url)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%+v %s: got %v, want %q", m, test.url, got, test.want)
		}
		for _, name := range got {
			if replay.ContractOf(test.api).Profile(name) == nil {
				t.Errorf("%s has no profile %s", test.api, name)
			}
		}
	}
}

// A list of clauses tells in which order they are checked and what the envelope holds.
func TestListedClausesHaveAPlaceAndAnEnvelope(t *testing.T) {
	stages := map[string]int{}
	for _, c := range replay.Clauses() {
		if c.API == "openai-completions" {
			stages[c.ID] = c.Stage
		}
		if c.ID == "openai-chat/messages-empty" && (c.Param != "messages" || c.Code != "empty_array") ||
			c.ID == "anthropic/request-too-large" && c.Type != "request_too_large" {
			t.Errorf("%+v", c)
		}
	}
	for _, before := range [][2]string{
		{"openai-chat/field-required", "openai-chat/unknown-parameter"},
		{"openai-chat/role-unknown", "openai-chat/content-required"},
		{"openai-chat/content-required", "openai-chat/missing-tool-messages"},
		{"openai-chat/image-invalid", "openai-chat/context-length"},
	} {
		if stages[before[0]] >= stages[before[1]] {
			t.Errorf("%s is checked in stage %d, %s in %d", before[0], stages[before[0]], before[1], stages[before[1]])
		}
	}
}

// What a service refuses depends on who it is; the envelope too.
func TestProviderSpeaksAsAProfile(t *testing.T) {
	p := &replay.Provider{Profiles: []string{"xai"}}
	status, _, answer := post(t, p, "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":""}]}`)
	want := `{"code":"Client specified an invalid argument","error":"Invalid request content: Each message must have at least ` +
		`one content element."}`
	if status != 400 || answer != want {
		t.Errorf("got %d %s\nwant 400 %s", status, answer, want)
	}
}
