package bedrock_test

import "strings"

// broken is a call with one member changed, and its result.
func broken(members string) string {
	return asked(user(result("c1")), model(called(members)), user(result("c2")))
}

// misled is a result with one member changed.
func misled(members string) string { return asked(user(resulted(members))) }

var tooLong = strings.Repeat("a", 65)

var formatCases = []sample{
	{id: "bedrock/invalid-json", bad: `{"messages":[}`, good: sound},
	{
		id: "bedrock/invalid-json-lone-surrogate", good: full(user(words(`a\ud83d\ude00`))), bad: full(user(words(`a\ud83d`))),
		message: "The model returned the following errors: The request body is not valid JSON: no low surrogate in string: " +
			"line 1 column 76 (char 75)",
	},
	{
		id: "bedrock/role-unknown", bad: full(message("tool", words("a"))), good: sound,
		message: "1 validation error detected: Value 'tool' at 'messages.1.member.role' failed to satisfy constraint: Member must " +
			"satisfy enum value set: [user, assistant]",
	},
	{id: "bedrock/image-format", bad: full(user(words("a"), strings.Replace(picture, "png", "tiff", 1))), good: full(user(words("a"), picture))},
	{
		id: "bedrock/tool-use-id-format", text: "toolUse.toolUseId' failed to satisfy constraint: Member must satisfy", good: sound,
		bad: asked(user(result("c1")), model(use("a.b")), user(result("a.b"))), at: "/messages/3/content/0/toolUse/toolUseId",
		message: "1 validation error detected: Value 'a.b' at 'messages.4.member.content.1.member.toolUse.toolUseId' failed to " +
			"satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
	},
	{
		id: "bedrock/tool-use-id-format", text: "toolResult.toolUseId' failed to satisfy constraint: Member must satisfy", good: sound,
		bad: asked(user(result("c 1"))),
	},
	{id: "bedrock/tool-use-id-format", text: "toolUse.toolUseId' failed to satisfy constraint: Member must have length greater", good: sound, bad: full(user(words("a")), model(use("")), user(result("")))},
	{id: "bedrock/tool-use-id-format", text: "toolResult.toolUseId' failed to satisfy constraint: Member must have length greater", good: sound, bad: asked(user(result("")))},
	{
		id: "bedrock/tool-use-id-format", text: "toolUse.toolUseId' failed to satisfy constraint: Member must have length less", bad: full(user(words("a")), model(use(tooLong)), user(result(tooLong))),
		good: full(user(words("a")), model(use(tooLong[:64])), user(result(tooLong[:64]))),
	},
	{id: "bedrock/tool-use-id-format", text: "toolResult.toolUseId' failed to satisfy constraint: Member must have length less", bad: full(user(words("a")), model(use(tooLong)), user(result(tooLong))), good: sound},
	{id: "bedrock/tool-use-id-format", text: "toolUse.toolUseId' failed to satisfy constraint: Member must not", bad: broken(`"name":"read","input":{}`), good: sound},
	{
		id: "bedrock/tool-use-id-format", text: "toolResult.toolUseId' failed to satisfy constraint: Member must not", bad: misled(`"content":[{"text":"x"}]`),
		good: sound, at: "/messages/2/content/0/toolResult",
		message: "1 validation error detected: Value at 'messages.3.member.content.1.member.toolResult.toolUseId' failed to " +
			"satisfy constraint: Member must not be null",
	},
	{
		id: "bedrock/tool-use-id-format", text: "can not be converted", bad: broken(`"toolUseId":7,"name":"read","input":{}`), good: sound,
		message: "NUMBER_VALUE can not be converted to a String",
	},
	{id: "bedrock/tool-use-id-format", text: "can not be converted", bad: misled(`"toolUseId":[],"content":[{"text":"x"}]`), good: sound},
	{id: "bedrock/tool-name-format", text: "can not be converted", bad: broken(`"toolUseId":"c2","name":{},"input":{}`), good: sound},
	{id: "bedrock/tool-name-format", text: "Member must not", bad: broken(`"toolUseId":"c2","input":{}`), good: sound},
	{
		id: "bedrock/tool-name-format", text: "regular", bad: broken(`"toolUseId":"c2","name":"$FUNCTION","input":{}`), good: sound,
		message: "1 validation error detected: Value '$FUNCTION' at 'messages.4.member.content.1.member.toolUse.name' failed to " +
			"satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
	},
	{id: "bedrock/tool-name-format", text: "greater", bad: broken(`"toolUseId":"c2","name":"","input":{}`), good: sound},
	{id: "bedrock/tool-name-format", text: "less", bad: broken(`"toolUseId":"c2","name":"` + tooLong + `","input":{}`), good: sound},
}
