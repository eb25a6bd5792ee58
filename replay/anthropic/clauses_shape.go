package anthropic

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// shape holds the clauses on roles, emptiness and placement.
var shape = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "anthropic/messages-empty", Text: "messages: at least one message is required", Source: measured,
			Check: onRequest(func(v *view, report contract.Report) {
				if m := v.body.Get("messages"); m.Kind() == js.Array && m.Len() == 0 {
					report(m)
				}
			}),
		},
		{
			ID:     "anthropic/role-unknown",
			Text:   `messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"`,
			Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "user" || m.role == "assistant" || m.role == "system" {
					return
				}
				if role := m.at.Get("role"); role.Exists() {
					report(role, role.Display())
				}
			}),
		},
		systemRole("messages.0: use the top-level 'system' parameter for the initial system prompt; "+
			"the directive-only form (content: [] with output_config) is accepted at any position",
			func(v *view, report contract.Report) {
				if len(v.messages) > 0 && v.messages[0].role == "system" && !v.messages[0].directive() {
					report(v.messages[0].at)
				}
			}),
		systemRole("messages.{i}: role 'system' must precede an 'assistant' message or end the array; "+
			"the directive-only form (content: [] with output_config) is accepted at any position", checkSystemPlace),
		systemRole("messages.{i}: system content must contain at least one block", func(v *view, report contract.Report) {
			for _, m := range v.messages {
				if m.role == "system" && m.empty() && !m.directive() {
					report(m.at)
				}
			}
		}),
		systemBlocks("messages.{i}: role 'system' supports text, tool_addition, and tool_removal blocks only", func(b *block) bool {
			return b.kind != text && b.kind != "tool_addition" && b.kind != "tool_removal"
		}),
		systemBlocks("messages.{i}: system text blocks must contain non-whitespace text", func(b *block) bool {
			return b.kind == text && b.get(mText).Kind() == js.String && b.get(mText).Blank()
		}),
		{
			ID:     "anthropic/cache-control-empty-text",
			Text:   place + ".text: cache_control cannot be set for empty text blocks",
			Source: "https://platform.claude.com/docs/en/build-with-claude/prompt-caching",
			Check: onContent(text, func(b *block, report contract.Report) {
				if b.get(mCache).Exists() && isEmpty(b) {
					report(b.at)
				}
			}),
		},
		{
			ID:     "anthropic/cache-control-empty-text",
			Text:   "system.{i}: cache_control cannot be set for empty text blocks",
			Source: "https://platform.claude.com/docs/en/build-with-claude/prompt-caching",
			Check: onRequest(func(v *view, report contract.Report) {
				for b := range v.body.Get("system").All() {
					if t := b.Get("text"); t.Kind() == js.String && t.Text() == "" && b.Get("cache_control").Exists() {
						report(b)
					}
				}
			}),
		},
		{
			ID: "anthropic/empty-text-block", Text: "messages: text content blocks must be non-empty",
			Source: "anthropics/claude-code#59812, #49171, miurla/morphic#83",
			Check: onContent(text, func(b *block, report contract.Report) {
				if !b.get(mCache).Exists() && isEmpty(b) {
					report(b.at)
				}
			}),
		},
		{
			ID: "anthropic/blank-text-block", Text: "messages: text content blocks must contain non-whitespace text",
			Source: "anthropics/claude-code#23369, NousResearch/hermes-agent#63983",
			Check:  onRequest(checkBlank),
		},
		{
			ID: "anthropic/empty-content", Text: "messages.{i}: user messages must have non-empty content",
			Source: measured, Unless: []string{Claude2024}, Check: onRequest(checkEmptyUser),
		},
		{
			ID: "anthropic/empty-content",
			Text: "messages.{i}: all messages must have non-empty content except for the optional final " +
				"assistant message",
			Source: "anthropics/claude-code#6774, #3196",
			Check: onRequest(func(v *view, report contract.Report) {
				for i, m := range v.messages {
					if m.role == "assistant" && m.empty() && i < len(v.messages)-1 {
						report(m.at)
					}
				}
			}),
		},
		{
			ID: "anthropic/first-message-user", Text: `messages: first message must use the "user" role`,
			Source: "answers of older models", Profiles: []string{Legacy, vertexLegacy},
			Check: onRequest(func(v *view, report contract.Report) {
				if c := v.talk; len(c) > 0 && c[0].role == "assistant" {
					report(c[0].at)
				}
			}),
		},
		alternate(contract.Clause{Profiles: []string{Legacy}}),
		// pi sends neighbours for every prompt behind results, also to these services.
		alternate(contract.Clause{Profiles: []string{Compatible}, Unless: []string{Legacy}, Level: contract.Warn}),
		{
			ID: "anthropic/cache-control-count", Text: "A maximum of 4 blocks with cache_control may be provided. Found {n}.",
			Source: "https://platform.claude.com/docs/en/build-with-claude/prompt-caching",
			Check:  onRequest(checkCacheCount),
		},
		{
			ID:     "anthropic/tools-missing",
			Text:   "Requests which include `tool_use` or `tool_result` blocks must define tools",
			Source: "copied by test servers up to September 2026",
			Check: onRequest(func(v *view, report contract.Report) {
				if (v.has(toolUse) || v.has(toolResult)) && v.body.Get("tools").Len() == 0 {
					report(v.body)
				}
			}),
		},
	}
}

func systemRole(text string, f func(*view, contract.Report)) *contract.Clause {
	return &contract.Clause{ID: "anthropic/system-role-placement", Text: text, Source: measured, Unless: []string{noSystemRole}, Check: onRequest(f)}
}

// systemBlocks reports a system message with a block that the predicate finds wrong.
func systemBlocks(text string, wrong func(*block) bool) *contract.Clause {
	return systemRole(text, func(v *view, report contract.Report) {
		for i := range v.messages {
			m := &v.messages[i]
			for j := m.lo; m.role == "system" && j < m.hi; j++ {
				if wrong(&v.top[j]) {
					report(m.at)
					break
				}
			}
		}
	})
}

func checkSystemPlace(v *view, report contract.Report) {
	c := v.talk
	for i := 1; i < len(c)-1; i++ {
		if c[i].role == "system" && c[i+1].role != "system" && c[i+1].role != "assistant" {
			report(c[i].at)
		}
	}
}

func isEmpty(b *block) bool { return b.get(mText).Kind() == js.String && b.get(mText).Raw() == `""` }

// checkBlank holds "blank" to what JavaScript trims, so that no text that pi
// thinks worth sending is refused here because of an exotic space.
func checkBlank(v *view, report contract.Report) {
	blank := func(t js.Value) bool {
		return t.Raw() != `""` && t.Blank()
	}
	for _, blocks := range [][]block{v.top, v.nested} {
		for i := range blocks {
			if blocks[i].kind == text && blank(blocks[i].get(mText)) {
				report(blocks[i].at)
			}
		}
	}
	for _, m := range v.messages {
		if blank(m.content) {
			report(m.content)
		}
	}
}

func checkEmptyUser(v *view, report contract.Report) {
	c := v.talk
	for i := 0; i < len(c); i++ {
		if c[i].role != "user" {
			continue
		}
		first, said := i, false
		for ; i < len(c) && c[i].role == "user"; i++ {
			said = said || !c[i].empty()
		}
		if !said {
			report(c[first].at)
		}
	}
}

func checkCacheCount(v *view, report contract.Report) {
	n, last := 0, v.body
	count := func(marked js.Value) {
		if marked.Exists() {
			n++
			last = marked
		}
	}
	count(v.body.Get("cache_control"))
	for _, list := range []string{"tools", "system"} {
		for b := range v.body.Get(list).All() {
			count(b.Get("cache_control"))
		}
	}
	for _, blocks := range [][]block{v.top, v.nested} {
		for i := range blocks {
			count(blocks[i].get(mCache))
		}
	}
	if n > 4 {
		report(last, n)
	}
}

// alternate completes a clause on neighbours of one role.
func alternate(c contract.Clause) *contract.Clause {
	c.ID, c.ByPi = "anthropic/roles-must-alternate", contract.FromUser
	c.Text = `messages: roles must alternate between "user" and "assistant", but found multiple "{role}" roles in a row`
	c.Source = "answers of older models and of imitating services"
	c.Check = onRequest(func(v *view, report contract.Report) {
		c := v.talk
		for i := 1; i < len(c); i++ {
			if c[i].role == c[i-1].role {
				report(c[i].at, c[i].role)
			}
		}
	})
	return &c
}
