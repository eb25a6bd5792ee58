package anthropic_test

import "strings"

// long is a request of so many words.
func long(n int) string { return full(`[` + said("user", `"`+strings.Repeat("a ", n)+`"`) + `]`) }

var limitCases = []sample{
	{
		id: "anthropic/prompt-too-long", profiles: []string{"window=4"}, bad: long(5), good: long(4), at: "/messages",
		message: "prompt is too long: 5 tokens > 4 maximum",
	},
	{
		id: "anthropic/max-tokens-over-limit", profiles: []string{"output=8"}, bad: long(1), at: "/max_tokens",
		good:    strings.Replace(long(1), `"max_tokens":9`, `"max_tokens":8`, 1),
		message: "max_tokens: 9 > 8, which is the maximum allowed number of output tokens for m",
	},
}
