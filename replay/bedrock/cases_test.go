package bedrock_test

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/bedrock"
)

var schemaCases = []sample{
	{ID: "bedrock/start-with-user", Bad: full(model(words("a")), user(words("b"))), Good: sound, At: "/messages/0"},
	{ID: "bedrock/start-with-user", Bad: full(), Good: sound},
	{ID: "bedrock/alternate-roles", Bad: full(user(words("a")), user(words("b"))), Good: sound, At: "/messages/1"},
	{ID: "bedrock/alternate-roles", Profiles: []string{bedrock.StrictRoles}, Bad: full(user(words("a")), user(words("b"))), Good: sound},
	{ID: "bedrock/alternate-roles", Profiles: asClaude, Bad: full(user(words("a")), user(words("b"))), Good: sound},
	{
		ID: "bedrock/empty-message", Bad: full(user(words("a")), model(), user(words("b"))), Good: sound, At: "/messages/1",
		Message: "The content field in the Message object at messages.1 is empty. Add a ContentBlock object to the content field " +
			"and try again.",
	},
	{
		ID: "bedrock/blank-text", Bad: full(user(words(""))), Good: sound,
		Message: "The text field in the ContentBlock object at messages.0.content.0 is blank. Add text to the text field, and try " +
			"again.",
	},
	{
		ID: "bedrock/blank-text", Bad: asked(user(resulted(`"toolUseId":"c1","content":[{"text":"x"},{"text":" "}]`))), Good: sound,
		Message: "The text field in the ContentBlock object at messages.2.content.0.toolResult.content.1 is blank. Add text to the " +
			"text field, and try again.",
	},
	{
		ID: "bedrock/tool-input-object", Bad: broken(`"toolUseId":"c2","name":"read","input":"{}"`), Good: sound,
		Message: "The format of the value at messages.3.content.0.toolUse.input is invalid. Provide a json object for the field and " +
			"try again.",
	},
	{ID: "bedrock/tool-input-object", Bad: broken(`"toolUseId":"c2","name":"read"`), Good: sound},
	{
		ID: "bedrock/empty-error-tool-result", Bad: misled(`"toolUseId":"c1","status":"error","content":[]`),
		Good:    misled(`"toolUseId":"c1","status":"error","content":[{"text":"e"}]`),
		Message: "The content field at messages.2.content.0.toolResult cannot be empty when status value is error.",
	},
	{
		ID: "bedrock/input-too-long", Profiles: []string{"window=2"}, Bad: full(user(words("a b c"))), Good: full(user(words("a b"))),
		Message: "Input is too long for requested model.",
	},
	{
		ID: "bedrock/input-too-long", Profiles: []string{bedrock.Claude, "window=2"}, Bad: full(user(words("a b c"))),
		Good: full(user(words("a b"))), Message: "The model returned the following errors: prompt is too long: 3 tokens > 2 maximum",
	},
	{ID: "bedrock/document-needs-text", Bad: full(user(paper)), Good: full(user(paper, words("a")))},
	{ID: "bedrock/cache-point", Bad: full(user(marked)), Good: full(user(words("a"), marked)), At: "/messages/0"},
	{
		ID:   "bedrock/cache-point",
		Bad:  strings.Replace(full(user(words("a"), marked, marked, marked)), `"tools":[]`, `"tools":[`+marked+`]},"system":[{"text":"a"},`+marked+`],"x":{`, 1),
		Good: full(user(words("a"), marked, marked, marked, marked)), At: "/messages/0/content/3",
	},
	{ID: "bedrock/tool-config-required", Bad: strings.Replace(sound, `"toolConfig":{"tools":[]},`, ``, 1), Good: sound},
}

var pairCases = []sample{
	{
		ID: "bedrock/missing-tool-result", Good: full(user(words("a")), model(use("a"), use("b")), user(result("b"), result("a"))),
		Bad: full(user(words("a")), model(use("a"), use("b"), use("c")), user(result("b"))), At: "/messages/2",
		Message: "Expected toolResult blocks at messages.2.content for the following Ids: a, c",
	},
	{ID: "bedrock/missing-tool-result", Bad: asked(), Good: sound, Message: "Expected toolResult blocks at messages.2.content for the following Ids: c1"},
	{
		ID: "bedrock/excess-tool-result", Bad: full(user(words("a")), model(words("b")), user(result("c1"))), Good: sound, At: "/messages/2",
		Message: "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.",
	},
	{
		ID: "bedrock/unknown-tool-result-id", Bad: asked(user(result("c9"))), Good: sound, At: "/messages/2/content/0",
		Message: "Expected toolResult blocks at messages.2.content for the following Ids: c1",
	},
	{
		ID: "bedrock/duplicate-tool-result", Bad: full(user(words("a")), model(use("a"), use("b")), user(result("a"), result("a"))), Good: sound,
		Message: "The toolResult blocks at messages.2.content contain duplicate Ids: a",
	},
	{
		ID: "bedrock/duplicate-tool-use", Text: "contain duplicate", Bad: full(user(words("a")), model(use("a"), use("a")), user(result("a"))), Good: sound,
		Message: "The toolUse blocks at messages.1.content contain duplicate Ids: a",
	},
	{
		ID: "bedrock/duplicate-tool-use", Text: "unique", Profiles: asClaude, Bad: asked(user(result("c1")), model(use("c1")), user(result("c1"))),
		Good:    asked(user(result("c1")), model(use("c2")), user(result("c2"))),
		Message: "The model returned the following errors: messages.3.content.0: `tool_use` ids must be unique",
	},
	{
		ID: "bedrock/reasoning-signature", Text: "support", Bad: full(user(words("a")), model(thought(signed), words("b"))),
		Good: full(user(words("a")), model(thought(""), words("b"))),
	},
	{
		ID: "bedrock/reasoning-signature", Text: "required", Profiles: asClaude, Bad: full(user(words("a")), model(thought(""), words("b"))),
		Good:    full(user(words("a")), model(thought(signed), words("b"))),
		Message: "The model returned the following errors: messages.1.content.0.thinking.signature: Field required",
	},
	{
		ID: "bedrock/final-block-thinking", Profiles: asClaude, Bad: full(user(words("a")), model(words("b"), thought(signed)), user(words("c"))),
		Good: full(user(words("a")), model(thought(signed), words("b")), user(words("c"))), At: "/messages/1/content/1",
	},
	{
		ID: "bedrock/block-between-results", Profiles: asClaude, Bad: full(user(words("a")), model(use("a"), use("b")), user(result("a"), picture, result("b"))),
		Good: full(user(words("a")), model(use("a"), use("b")), user(result("a"), result("b"), picture)), At: "/messages/2/content/1",
	},
	{
		ID: "bedrock/error-result-non-text", Profiles: asClaude, Bad: misled(`"toolUseId":"c1","status":"error","content":[` + picture + `]`),
		Good:    misled(`"toolUseId":"c1","status":"success","content":[` + picture + `]`),
		Message: "The model returned the following errors: messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true",
	},
}
