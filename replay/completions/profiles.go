package completions

import "github.com/pi-fix/pi-fix/replay/contract"

// Profiles of the service and of its relatives. None is in force by default.
const (
	// OpenAI is the service itself.
	OpenAI = "openai-chat"
	// OpenAIOld are older models of the service, and Azure.
	OpenAIOld = "openai-chat-id40"
	// ID40 are older models, Azure and Copilot, which cap ids at 40 characters.
	ID40 = "id40"
	// StrictArguments are services that parse the arguments of past calls.
	StrictArguments = "strict-args"
	// UniqueIDs are services that want an id used once in the whole request.
	UniqueIDs = "unique-ids"
	// Reasoning are models that refuse the settings of older ones.
	Reasoning = "reasoning"

	// Mistral is the service of that name at its own address.
	Mistral = "mistral"
	// MistralOld are deployments of Mistral that take no user message behind results.
	MistralOld = "mistral-old"
	// MistralV13 are Mistral's models with the thirteenth tokeniser and later.
	MistralV13 = "mistral-v13"
	// DeepSeek is the service of that name.
	DeepSeek = "deepseek"
	// DeepSeekThinking is DeepSeek with thinking switched on.
	DeepSeekThinking = "deepseek-thinking"
	// Groq is the service of that name.
	Groq = "groq"
	// Cerebras is the service of that name.
	Cerebras = "cerebras"
	// XAI is the service of xAI.
	XAI = "xai"
	// OpenRouter hands requests on and wraps the answers of others.
	OpenRouter = "openrouter"
	// Kimi is the service of Moonshot AI.
	Kimi = "kimi"
	// KimiThinking is Kimi with thinking switched on.
	KimiThinking = "kimi-thinking"
	// Zai is the service of Z.ai, outside China.
	Zai = "zai"
	// ZaiChina is the same service with answers in Chinese.
	ZaiChina = "zai-cn"
	// Copilot is the service of GitHub Copilot.
	Copilot = "copilot"
)

// zaiFamily groups the clauses of both services of Z.ai.
const zaiFamily = "zai-family"

var profiles = []contract.Profile{
	{Name: OpenAI, Text: "OpenAI itself"},
	{Name: OpenAIOld, Text: "older models of OpenAI, and Azure", With: []string{ID40}},
	{Name: ID40, Text: "services that cap ids at 40 characters"},
	{Name: StrictArguments, Text: "services that parse the arguments of past calls"},
	{Name: UniqueIDs, Text: "services that want each id once in the whole request"},
	{Name: Reasoning, Text: "models that refuse the settings of older ones"},
	{Name: Mistral, Text: "Mistral", With: []string{StrictArguments}, Refuse: refuseAsMistral},
	{
		Name: MistralOld, Text: "Mistral before December 2025, and some who host it",
		With: []string{Mistral, StrictArguments}, Refuse: refuseAsMistral,
	},
	{
		Name: MistralV13, Text: "models of Mistral with tokeniser 13 and later",
		With: []string{Mistral, StrictArguments}, Refuse: refuseAsMistral,
	},
	{Name: DeepSeek, Text: "DeepSeek", With: []string{StrictArguments, UniqueIDs}, Refuse: refuseAsDeepSeek},
	{
		Name: DeepSeekThinking, Text: "DeepSeek with thinking on",
		With: []string{DeepSeek, StrictArguments, UniqueIDs}, Refuse: refuseAsDeepSeek,
	},
	{Name: Groq, Text: "Groq", With: []string{StrictArguments}, Refuse: refuseAsGroq},
	{Name: Cerebras, Text: "Cerebras", Refuse: refuseAsCerebras},
	{Name: XAI, Text: "xAI", Refuse: refuseAsXAI},
	{
		Name: OpenRouter, Text: "OpenRouter in front of OpenAI", Refuse: refuseAsOpenRouter,
		Interrupt: interruptAsOpenRouter,
	},
	{Name: Kimi, Text: "Kimi, of Moonshot AI", With: []string{StrictArguments}, Refuse: refuseAsGroq},
	{
		Name: KimiThinking, Text: "Kimi with thinking on",
		With: []string{Kimi, StrictArguments}, Refuse: refuseAsGroq,
	},
	{Name: Zai, Text: "Z.ai", With: []string{zaiFamily}, Refuse: refuseAsZai},
	{Name: ZaiChina, Text: "Z.ai in China", With: []string{zaiFamily}, Refuse: refuseAsZai},
	{Name: Copilot, Text: "GitHub Copilot", With: []string{ID40}, Refuse: refuseAsCopilot},
	contract.Windowed, contract.Limited,
}
