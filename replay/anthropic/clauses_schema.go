package anthropic

import (
	"math"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// measured is the source of the clauses that were probed against the service.
const measured = "measured 2026-08-31, kangminlee-maker/local-OAuth-CLI-API-adapter " +
	"test/anthropic-messages-validation-parity.test.mjs"

// schema holds the clauses on the fields of messages.
var schema = func() []*contract.Clause {
	return []*contract.Clause{
		required("messages"),
		contentType("messages: Input should be a valid array", onRequest(func(v *view, report contract.Report) {
			if m := v.body.Get("messages"); m.Exists() && m.Kind() != js.Array {
				report(m)
			}
		})),
		contentType("messages.{i}: Input should be an object", onMessages(func(m *message, report contract.Report) {
			if m.at.Kind() != js.Object {
				report(m.at)
			}
		})),
		{
			ID: "anthropic/role-unknown", Text: "messages.{i}.role: Field required", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if m.at.Kind() == js.Object && !m.has.Has(mRole) {
					report(m.at)
				}
			}),
		},
		contentType("messages.{i}.content: Field required", onMessages(func(m *message, report contract.Report) {
			if m.at.Kind() == js.Object && !m.content.Exists() {
				report(m.at)
			}
		})),
		contentType("messages.{i}.content: Input should be a valid array", onMessages(func(m *message, report contract.Report) {
			if k := m.content.Kind(); k != js.Undefined && k != js.String && k != js.Array {
				report(m.content)
			}
		})),
		contentType(place+": Input should be an object", onStrangers(func(b *block, report contract.Report) {
			if b.at.Kind() != js.Object {
				report(b.at)
			}
		})),
		contentType(place+".type: Field required", onStrangers(func(b *block, report contract.Report) {
			if b.kind == "" && b.at.Kind() == js.Object && !b.at.Get("type").Exists() {
				report(b.at)
			}
		})),
		contentType(place+": Input tag '{type}' found using 'type' does not match any of the expected tags",
			onStrangers(func(b *block, report contract.Report) {
				if at := b.get(mType); at.Exists() {
					report(b.at, at.Display())
				}
			})),
		contentType(place+".text.text: Field required", onContent(text, absent("text"))),
		contentType(place+".text.text: Input should be a valid string", onContent(text, otherThan("text", js.String))),
		contentType(place+".tool_result.content: Input should be a valid array",
			onBlocks(toolResult, otherThan("content", js.String, js.Array))),
		contentType(place+".tool_result.is_error: Input should be a valid boolean",
			onBlocks(toolResult, otherThan("is_error", js.True, js.False, js.Null))),
		contentType(place+".image.source: Field required", onContent(image, absent("source"))),
		{
			ID: "anthropic/extra-fields", Text: "messages.{i}.{name}: Extra inputs are not permitted", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if !m.has.Has(js.Other) {
					return
				}
				for f := range m.at.All() {
					if ofMessage.Key(f) == js.Other {
						report(f, f.Key())
					}
				}
			}),
		},
		{
			ID: "anthropic/extra-fields", Text: place + ".{blocktype}.{name}: Extra inputs are not permitted",
			Source: measured + ", UKGovernmentBEIS/inspect_ai#3967, BerriAI/litellm#39815",
			Check:  onContent("", checkMembers),
		},
		{
			ID: "anthropic/cache-control-on-thinking", Text: place + ".{blocktype}.cache_control: Extra inputs are not permitted",
			Source: "UKGovernmentBEIS/inspect_ai#3967, BerriAI/litellm#39815",
			Check: onBlocks("", func(b *block, report contract.Report) {
				if b.has.Has(mCache) && (b.kind == thinking || b.kind == redacted) {
					report(b.get(mCache), b.kind)
				}
			}),
		},
		idPattern(toolUse, "id"),
		idPattern(toolResult, "tool_use_id"),
		idRequired(toolUse, "id"),
		idRequired(toolResult, "tool_use_id"),
		longID(toolUse, "id"),
		longID(toolResult, "tool_use_id"),
		{
			ID:     "anthropic/server-tool-id-prefix",
			Text:   place + ".server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
			Source: "BerriAI/litellm#31672",
			Check: onBlocks(serverUse, func(b *block, report contract.Report) {
				rest, ok := strings.CutPrefix(b.id().Text(), "srvtoolu_")
				if !ok || !isName(rest, math.MaxInt) || strings.Contains(rest, "-") {
					report(b.at)
				}
			}),
		},
		{
			ID:     "anthropic/tool-name-pattern",
			Text:   place + ".tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
			Source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use",
			Check: onBlocks(toolUse, func(b *block, report contract.Report) {
				if name := b.get(mName); name.Exists() && !isName(name.Text(), 128) {
					report(name)
				}
			}),
		},
		{
			ID: "anthropic/tool-name-pattern", Text: place + ".tool_use.name: Field required",
			Source: measured, Check: onBlocks(toolUse, absent("name")),
		},
		{
			ID: "anthropic/tool-input-not-object", Text: place + ".tool_use.input: Input should be a valid dictionary",
			Source: "anthropics/anthropic-sdk-typescript#648, prism-php/prism#659",
			Check:  onBlocks(toolUse, otherThan("input", js.Object)),
		},
		{
			ID: "anthropic/tool-input-not-object", Text: place + ".tool_use.input: Field required",
			Source: "anthropics/claude-code#6696", Check: onBlocks(toolUse, absent("input")),
		},
	}
}

func contentType(text string, c check) *contract.Clause {
	return &contract.Clause{ID: "anthropic/content-type", Text: text, Source: measured, Check: c}
}

func idPattern(kind, member string) *contract.Clause {
	return &contract.Clause{
		ID:     "anthropic/tool-id-pattern",
		Text:   place + "." + kind + "." + member + ": String should match pattern '^[a-zA-Z0-9_-]+$'",
		Source: "QwenLM/qwen-code#8160, maximhq/bifrost#5097",
		Check: onBlocks(kind, func(b *block, report contract.Report) {
			if b.id().Exists() && !isName(b.id().Text(), math.MaxInt) {
				report(b.id())
			}
		}),
	}
}

func idRequired(kind, member string) *contract.Clause {
	return &contract.Clause{
		ID: "anthropic/tool-id-pattern", Text: place + "." + kind + "." + member + ": Field required",
		Source: measured, Check: onBlocks(kind, absent(member)),
	}
}

// longID warns only: many clients cut at 64 characters, but no refusal by the
// service itself is known.
func longID(kind, member string) *contract.Clause {
	return &contract.Clause{
		ID: "anthropic/tool-id-pattern", Level: contract.Warn,
		Text:   place + "." + kind + "." + member + ": String should have at most 64 characters",
		Source: "limit of several clients; no refusal by the service known",
		Check: onBlocks(kind, func(b *block, report contract.Report) {
			if len(b.id().Text()) > 64 {
				report(b.id())
			}
		}),
	}
}

func checkMembers(b *block, report contract.Report) {
	if !b.has.Outside(allowed[b.form]) {
		return
	}
	for f := range b.at.All() {
		if !allowed[b.form].Has(ofBlock.Key(f)) {
			report(f, b.kind, f.Key())
		}
	}
}
