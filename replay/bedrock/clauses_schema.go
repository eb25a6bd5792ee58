package bedrock

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// schema holds the clauses on messages and blocks.
var schema = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "bedrock/start-with-user", Source: "widely quoted answer of the service",
			Text: "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
			Check: onRequest(func(v *view, report contract.Report) {
				switch {
				case len(v.messages) == 0:
					report(v.body)
				case v.messages[0].role == "assistant":
					report(v.messages[0].at)
				}
			}),
		},
		alternate(contract.Clause{Unless: []string{Claude}}),
		alternate(contract.Clause{Profiles: []string{StrictRoles}}),
		// pi sends such requests for every compaction, and Claude takes them by now.
		alternate(contract.Clause{Profiles: []string{Claude}, Unless: []string{StrictRoles}, Level: contract.Warn}),
		{
			ID: "bedrock/empty-message", Source: "earendil-works/pi#3443, archestra#4220",
			Text: "The content field in the Message object at messages.{i} is empty. Add a ContentBlock object to the content " +
				"field and try again.",
			Check: onMessages(func(_ *view, m *message, report contract.Report) {
				if m.content.Len() == 0 {
					report(m.at)
				}
			}),
		},
		{
			ID: "bedrock/blank-text", Source: "earendil-works/pi#4975, LibreChat-AI/agents#501, OpenHands#5339",
			Text: "The text field in the ContentBlock object at " + place + " is blank. Add text to the text field, and try again.",
			Check: onContent(text, func(b *block, report contract.Report) {
				if b.body.Blank() {
					report(b.at)
				}
			}),
		},
		{
			ID: "bedrock/tool-input-object", Source: "widely quoted answer of the service",
			Text: "The format of the value at " + place + ".toolUse.input is invalid. Provide a json object for the field and " +
				"try again.",
			Check: onBlocks(toolUse, func(b *block, report contract.Report) {
				if b.get(mInput).Kind() != js.Object {
					report(b.at)
				}
			}),
		},
		{
			ID:     "bedrock/empty-error-tool-result",
			Text:   "The content field at " + place + ".toolResult cannot be empty when status value is error.",
			Source: "aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15",
			Check: onBlocks(toolResult, func(b *block, report contract.Report) {
				if b.get(mContent).Len() == 0 && b.get(mStatus).Text() == "error" {
					report(b.at)
				}
			}),
		},
		{
			ID: "bedrock/document-needs-text", Text: "A text block must be included when using documents.",
			Source: "archestra#4220",
			Check: onMessages(func(v *view, m *message, report contract.Report) {
				if v.some(document) && v.has(m, document) && !v.has(m, text) {
					report(m.at)
				}
			}),
		},
		{
			ID: "bedrock/cache-point", Source: "widely quoted answer of the service",
			Text: "You invoked an unsupported model or your request did not allow prompt caching. See the documentation for " +
				"more information.",
			Check: onRequest(checkCachePoints),
		},
		{
			ID: "bedrock/tool-config-required", Source: "dify#17545, vxcontrol/pentagi#196, vercel/ai#7537",
			Text: "The toolConfig field must be defined when using toolUse and toolResult content blocks.",
			Check: onRequest(func(v *view, report contract.Report) {
				if (v.some(toolUse) || v.some(toolResult)) && !v.body.Get("toolConfig").Truthy() {
					report(v.body)
				}
			}),
		},
	}
}

func alternate(c contract.Clause) *contract.Clause {
	c.ID, c.ByPi = "bedrock/alternate-roles", contract.FromUser
	c.Text = "A conversation must alternate between user and assistant roles. Make sure the conversation alternates " +
		"between user and assistant roles and try again."
	c.Source = "Portkey-AI/gateway#748, langchain-ai/langchain-aws#130, microsoft/semantic-kernel#10281, " +
		"strands-agents/harness-sdk#1240, agentgateway/agentgateway#1358, elastic/kibana#284682; of Nova ShishirPatil/gorilla#881"
	c.Check = onRequest(func(v *view, report contract.Report) {
		for i := 1; i < len(v.messages); i++ {
			if v.messages[i].role == v.messages[i-1].role {
				report(v.messages[i].at)
			}
		}
	})
	return &c
}

// mostPoints is how many marks for the cache a request may have.
const mostPoints = 4

// checkCachePoints reports messages of nothing but marks, and the first mark too
// many. Marks in the prompt and among the tools count.
func checkCachePoints(v *view, report contract.Report) {
	marks := v.of[kinds.Number(cachePoint)]
	for i := range v.messages {
		m, before := &v.messages[i], len(marks)
		for len(marks) > 0 && int(marks[0]) < m.hi {
			marks = marks[1:]
		}
		if n := before - len(marks); n > 0 && n == m.hi-m.lo {
			report(m.at)
		}
	}
	n := 0
	count := func(at js.Value) {
		if n++; n == mostPoints+1 {
			report(at)
		}
	}
	for _, list := range []js.Value{v.body.Get("system"), v.body.Get("toolConfig").Get("tools")} {
		for e := range list.All() {
			if mark := e.Get(cachePoint); mark.Exists() {
				count(mark)
			}
		}
	}
	for _, i := range v.of[kinds.Number(cachePoint)] {
		count(v.top[i].at)
	}
}
