package anthropic

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// thoughts holds the clauses on thinking that can be judged from the request
// alone. Whether a signature is genuine and bound to this history needs the
// service's own memory, or a [seal].
var thoughts = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "anthropic/thinking-signature-missing", Text: place + ".thinking.signature: Field required",
			Source: "anomalyco/opencode#25005", Check: onBlocks(thinking, absent("signature")),
		},
		{
			ID: "anthropic/thinking-signature-missing", Text: place + ".thinking.signature.str: Input should be a valid string",
			Source: "anomalyco/opencode#25005", Check: onBlocks(thinking, otherThan("signature", js.String)),
		},
		{
			ID: "anthropic/thinking-signature-missing", Text: place + ".thinking.thinking: Field required",
			Source: "LibreChat-AI/agents#279", Check: onBlocks(thinking, absent("thinking")),
		},
		{
			ID: "anthropic/redacted-thinking-data-invalid", Text: place + ".redacted_thinking.data: Field required",
			Source: "microsoft/vscode#320196", Check: onBlocks(redacted, absent("data")),
		},
		{
			ID: "anthropic/redacted-thinking-data-invalid", Text: place + ": Invalid `data` in `redacted_thinking` block",
			Source: "microsoft/vscode#320196",
			Check: onBlocks(redacted, func(b *block, report contract.Report) {
				if data := b.at.Get("data"); data.Exists() && data.Text() == "" {
					report(b.at)
				}
			}),
		},
		{
			ID:     "anthropic/thinking-empty-unsigned",
			Text:   place + ".thinking: each thinking block must contain thinking",
			Source: "eight code bases",
			Check: onBlocks(thinking, func(b *block, report contract.Report) {
				if b.at.Get("thinking").Raw() == `""` && b.at.Get("signature").Raw() == `""` {
					report(b.at)
				}
			}),
		},
		{
			ID: "anthropic/final-block-thinking",
			// A public session has a turn of thinking alone that Anthropic took, so this
			// is no reason to refuse.
			Level:  contract.Warn,
			Text:   "messages.{i}: The final block in an assistant message cannot be `thinking`.",
			Source: "tailcallhq/forgecode#2107",
			Check: onRequest(func(v *view, report contract.Report) {
				for _, m := range v.messages {
					if m.role == "assistant" && m.hi > m.lo && v.top[m.hi-1].kind == thinking {
						report(v.top[m.hi-1].at)
					}
				}
			}),
		},
		{
			ID: "anthropic/thinking-in-final-assistant-when-disabled",
			Text: place + ": When thinking is disabled, an `assistant` message in the final position cannot contain " +
				"`thinking`. To use thinking blocks, enable `thinking` in your request.",
			Source: "tailcallhq/forgecode#1853, #1195", Check: onRequest(checkFinalThinking),
		},
		{
			ID: "anthropic/thinking-must-lead", Profiles: []string{ManualThinking},
			Text: "messages.{i}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{type}`. When " +
				"`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the " +
				"lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from " +
				"previous turns. To avoid this requirement, disable `thinking`. Please consult our documentation at " +
				"https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
			Source: "anomalyco/opencode#3077, sigoden/aichat#1233", Check: onRequest(checkLeads),
		},
	}
}

func enabled(v *view) bool {
	kind := v.body.Get("thinking").Get("type").Text()
	return kind == "enabled" || kind == "adaptive"
}

func checkFinalThinking(v *view, report contract.Report) {
	c := v.talk
	if len(c) == 0 || c[len(c)-1].role != "assistant" || enabled(v) {
		return
	}
	for _, b := range v.blocks(c[len(c)-1]) {
		if b.kind == thinking {
			report(b.at)
		}
	}
}

// checkLeads looks at the last assistant message whose calls are answered behind
// it; older turns are exempt.
func checkLeads(v *view, report contract.Report) {
	if v.body.Get("thinking").Get("type").Text() != "enabled" {
		return
	}
	c := v.talk
	for i := len(c) - 1; i > 0; i-- {
		blocks := v.blocks(c[i])
		if c[i].role != "user" || len(blocks) == 0 || blocks[0].kind != toolResult {
			continue
		}
		owner := v.blocks(c[i-1])
		if len(owner) > 0 && owner[0].kind != thinking && owner[0].kind != redacted {
			report(owner[0].at, owner[0].kind)
		}
		return
	}
}

// ending holds the clauses on the last message.
func ending() []*contract.Clause {
	return []*contract.Clause{
		{
			ID:     "anthropic/final-assistant-trailing-whitespace",
			Text:   "messages: final assistant content cannot end with trailing whitespace",
			Source: "tailcallhq/forgecode#1872, anomalyco/opencode#1295",
			Check: onRequest(func(v *view, report contract.Report) {
				said := lastWords(v)
				if strings.TrimRight(said.Text(), " \t\r\n") != said.Text() {
					report(said)
				}
			}),
		},
		{
			ID: "anthropic/prefill-unsupported", Profiles: []string{NoPrefill},
			Text: "This model does not support assistant message prefill. The conversation must end with a user " +
				"message.",
			Source: "ericc-ch/copilot-api#261, cortexkit/magic-context#511",
			Check: onRequest(func(v *view, report contract.Report) {
				c := v.talk
				for len(c) > 0 && c[len(c)-1].empty() {
					c = c[:len(c)-1]
				}
				if len(c) > 0 && c[len(c)-1].role == "assistant" {
					report(c[len(c)-1].at)
				}
			}),
		},
	}
}

// lastWords returns the text that ends the request when an assistant has the
// last word.
func lastWords(v *view) js.Value {
	c := v.talk
	if len(c) == 0 || c[len(c)-1].role != "assistant" {
		return js.Value{}
	}
	last := c[len(c)-1]
	if last.content.Kind() == js.String {
		return last.content
	}
	if last.hi > last.lo && v.top[last.hi-1].kind == text {
		return v.top[last.hi-1].get(mText)
	}
	return js.Value{}
}
