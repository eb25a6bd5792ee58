package bedrock_test

import (
	"strings"
)

// broken is a call with one member changed, and its result.
func broken(members string) string {
	return asked(user(result("c1")), model(called(members)), user(result("c2")))
}

// misled is a result with one member changed.
func misled(members string) string { return asked(user(resulted(members))) }

var tooLong = strings.Repeat("a", 65)

var formatCases = []sample{
	{ID: "bedrock/invalid-json", Bad: `{"messages":[}`, Good: sound, Message: "The request body is not valid JSON: unexpected character at 13"},
	{ID: "bedrock/invalid-json", Bad: full(user(words("\xc3"))), Good: sound},
	{
		ID: "bedrock/invalid-json-lone-surrogate", Good: full(user(words(`a\ud83d\ude00`))), Bad: full(user(words(`a\ud83d`))),
		Message: "The model returned the following errors: The request body is not valid JSON: no low surrogate in string: " +
			"line 1 column 76 (char 75)",
	},
	{
		ID: "bedrock/role-unknown", Bad: full(message("tool", words("a"))), Good: sound,
		Message: "1 validation error detected: Value 'tool' at 'messages.1.member.role' failed to satisfy constraint: Member must " +
			"satisfy enum value set: [user, assistant]",
	},
	{ID: "bedrock/image-format", Bad: full(user(words("a"), strings.Replace(picture, "png", "tiff", 1))), Good: full(user(words("a"), picture))},
	{
		ID: "bedrock/tool-use-id-format", Text: "toolUse.toolUseId' failed to satisfy constraint: Member must satisfy", Good: sound,
		Bad: asked(user(result("c1")), model(use("a.b")), user(result("a.b"))), At: "/messages/3/content/0/toolUse/toolUseId",
		Message: "1 validation error detected: Value 'a.b' at 'messages.4.member.content.1.member.toolUse.toolUseId' failed to " +
			"satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
	},
	{
		ID: "bedrock/tool-use-id-format", Text: "toolResult.toolUseId' failed to satisfy constraint: Member must satisfy", Good: sound,
		Bad: asked(user(result("c 1"))),
	},
	{ID: "bedrock/tool-use-id-format", Text: "toolUse.toolUseId' failed to satisfy constraint: Member must have length greater", Good: sound, Bad: full(user(words("a")), model(use("")), user(result("")))},
	{ID: "bedrock/tool-use-id-format", Text: "toolResult.toolUseId' failed to satisfy constraint: Member must have length greater", Good: sound, Bad: asked(user(result("")))},
	{
		ID: "bedrock/tool-use-id-format", Text: "toolUse.toolUseId' failed to satisfy constraint: Member must have length less", Bad: full(user(words("a")), model(use(tooLong)), user(result(tooLong))),
		Good: full(user(words("a")), model(use(tooLong[:64])), user(result(tooLong[:64]))),
	},
	{ID: "bedrock/tool-use-id-format", Text: "toolResult.toolUseId' failed to satisfy constraint: Member must have length less", Bad: full(user(words("a")), model(use(tooLong)), user(result(tooLong))), Good: sound},
	{ID: "bedrock/tool-use-id-format", Text: "toolUse.toolUseId' failed to satisfy constraint: Member must not", Bad: broken(`"name":"read","input":{}`), Good: sound},
	{
		ID: "bedrock/tool-use-id-format", Text: "toolResult.toolUseId' failed to satisfy constraint: Member must not", Bad: misled(`"content":[{"text":"x"}]`),
		Good: sound, At: "/messages/2/content/0/toolResult",
		Message: "1 validation error detected: Value at 'messages.3.member.content.1.member.toolResult.toolUseId' failed to " +
			"satisfy constraint: Member must not be null",
	},
	{
		ID: "bedrock/tool-use-id-format", Text: "can not be converted", Bad: broken(`"toolUseId":7,"name":"read","input":{}`), Good: sound,
		Message: "NUMBER_VALUE can not be converted to a String",
	},
	{ID: "bedrock/tool-use-id-format", Text: "can not be converted", Bad: misled(`"toolUseId":[],"content":[{"text":"x"}]`), Good: sound},
	{ID: "bedrock/tool-name-format", Text: "can not be converted", Bad: broken(`"toolUseId":"c2","name":{},"input":{}`), Good: sound},
	{ID: "bedrock/tool-name-format", Text: "Member must not", Bad: broken(`"toolUseId":"c2","input":{}`), Good: sound},
	{
		ID: "bedrock/tool-name-format", Text: "regular", Bad: broken(`"toolUseId":"c2","name":"$FUNCTION","input":{}`), Good: sound,
		Message: "1 validation error detected: Value '$FUNCTION' at 'messages.4.member.content.1.member.toolUse.name' failed to " +
			"satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
	},
	{ID: "bedrock/tool-name-format", Text: "greater", Bad: broken(`"toolUseId":"c2","name":"","input":{}`), Good: sound},
	{ID: "bedrock/tool-name-format", Text: "less", Bad: broken(`"toolUseId":"c2","name":"` + tooLong + `","input":{}`), Good: sound},
}
