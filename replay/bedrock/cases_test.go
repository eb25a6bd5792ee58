package bedrock_test

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/bedrock"
)

var schemaCases = []sample{
	{id: "bedrock/start-with-user", bad: full(model(words("a")), user(words("b"))), good: sound, at: "/messages/0"},
	{id: "bedrock/start-with-user", bad: full(), good: sound},
	{id: "bedrock/alternate-roles", bad: full(user(words("a")), user(words("b"))), good: sound, at: "/messages/1"},
	{id: "bedrock/alternate-roles", profiles: []string{bedrock.StrictRoles}, bad: full(user(words("a")), user(words("b"))), good: sound},
	{id: "bedrock/alternate-roles", profiles: asClaude, bad: full(user(words("a")), user(words("b"))), good: sound},
	{
		id: "bedrock/empty-message", bad: full(user(words("a")), model(), user(words("b"))), good: sound, at: "/messages/1",
		message: "The content field in the Message object at messages.1 is empty. Add a ContentBlock object to the content field " +
			"and try again.",
	},
	{
		id: "bedrock/blank-text", bad: full(user(words(""))), good: sound,
		message: "The text field in the ContentBlock object at messages.0.content.0 is blank. Add text to the text field, and try " +
			"again.",
	},
	{
		id: "bedrock/blank-text", bad: asked(user(resulted(`"toolUseId":"c1","content":[{"text":"x"},{"text":" "}]`))), good: sound,
		message: "The text field in the ContentBlock object at messages.2.content.0.toolResult.content.1 is blank. Add text to the " +
			"text field, and try again.",
	},
	{
		id: "bedrock/tool-input-object", bad: broken(`"toolUseId":"c2","name":"read","input":"{}"`), good: sound,
		message: "The format of the value at messages.3.content.0.toolUse.input is invalid. Provide a json object for the field and " +
			"try again.",
	},
	{id: "bedrock/tool-input-object", bad: broken(`"toolUseId":"c2","name":"read"`), good: sound},
	{
		id: "bedrock/empty-error-tool-result", bad: misled(`"toolUseId":"c1","status":"error","content":[]`),
		good:    misled(`"toolUseId":"c1","status":"error","content":[{"text":"e"}]`),
		message: "The content field at messages.2.content.0.toolResult cannot be empty when status value is error.",
	},
	{
		id: "bedrock/input-too-long", profiles: []string{"window=2"}, bad: full(user(words("a b c"))), good: full(user(words("a b"))),
		message: "Input is too long for requested model.",
	},
	{
		id: "bedrock/input-too-long", profiles: []string{bedrock.Claude, "window=2"}, bad: full(user(words("a b c"))),
		good: full(user(words("a b"))), message: "The model returned the following errors: prompt is too long: 3 tokens > 2 maximum",
	},
	{id: "bedrock/document-needs-text", bad: full(user(paper)), good: full(user(paper, words("a")))},
	{id: "bedrock/cache-point", bad: full(user(marked)), good: full(user(words("a"), marked)), at: "/messages/0"},
	{
		id:   "bedrock/cache-point",
		bad:  strings.Replace(full(user(words("a"), marked, marked, marked)), `"tools":[]`, `"tools":[`+marked+`]},"system":[{"text":"a"},`+marked+`],"x":{`, 1),
		good: full(user(words("a"), marked, marked, marked, marked)), at: "/messages/0/content/3",
	},
	{id: "bedrock/tool-config-required", bad: strings.Replace(sound, `"toolConfig":{"tools":[]},`, ``, 1), good: sound},
}

var pairCases = []sample{
	{
		id: "bedrock/missing-tool-result", good: full(user(words("a")), model(use("a"), use("b")), user(result("b"), result("a"))),
		bad: full(user(words("a")), model(use("a"), use("b"), use("c")), user(result("b"))), at: "/messages/2",
		message: "Expected toolResult blocks at messages.2.content for the following Ids: a, c",
	},
	{id: "bedrock/missing-tool-result", bad: asked(), good: sound, message: "Expected toolResult blocks at messages.2.content for the following Ids: c1"},
	{
		id: "bedrock/excess-tool-result", bad: full(user(words("a")), model(words("b")), user(result("c1"))), good: sound, at: "/messages/2",
		message: "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.",
	},
	{
		id: "bedrock/unknown-tool-result-id", bad: asked(user(result("c9"))), good: sound, at: "/messages/2/content/0",
		message: "Expected toolResult blocks at messages.2.content for the following Ids: c1",
	},
	{
		id: "bedrock/duplicate-tool-result", bad: full(user(words("a")), model(use("a"), use("b")), user(result("a"), result("a"))), good: sound,
		message: "The toolResult blocks at messages.2.content contain duplicate Ids: a",
	},
	{
		id: "bedrock/duplicate-tool-use", text: "contain duplicate", bad: full(user(words("a")), model(use("a"), use("a")), user(result("a"))), good: sound,
		message: "The toolUse blocks at messages.1.content contain duplicate Ids: a",
	},
	{
		id: "bedrock/duplicate-tool-use", text: "unique", profiles: asClaude, bad: asked(user(result("c1")), model(use("c1")), user(result("c1"))),
		good:    asked(user(result("c1")), model(use("c2")), user(result("c2"))),
		message: "The model returned the following errors: messages.3.content.0: `tool_use` ids must be unique",
	},
	{
		id: "bedrock/reasoning-signature", text: "support", bad: full(user(words("a")), model(thought(signed), words("b"))),
		good: full(user(words("a")), model(thought(""), words("b"))),
	},
	{
		id: "bedrock/reasoning-signature", text: "required", profiles: asClaude, bad: full(user(words("a")), model(thought(""), words("b"))),
		good:    full(user(words("a")), model(thought(signed), words("b"))),
		message: "The model returned the following errors: messages.1.content.0.thinking.signature: Field required",
	},
	{
		id: "bedrock/final-block-thinking", profiles: asClaude, bad: full(user(words("a")), model(words("b"), thought(signed)), user(words("c"))),
		good: full(user(words("a")), model(thought(signed), words("b")), user(words("c"))), at: "/messages/1/content/1",
	},
	{
		id: "bedrock/block-between-results", profiles: asClaude, bad: full(user(words("a")), model(use("a"), use("b")), user(result("a"), picture, result("b"))),
		good: full(user(words("a")), model(use("a"), use("b")), user(result("a"), result("b"), picture)), at: "/messages/2/content/1",
	},
	{
		id: "bedrock/error-result-non-text", profiles: asClaude, bad: misled(`"toolUseId":"c1","status":"error","content":[` + picture + `]`),
		good:    misled(`"toolUseId":"c1","status":"success","content":[` + picture + `]`),
		message: "The model returned the following errors: messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true",
	},
}
