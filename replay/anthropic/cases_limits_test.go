package anthropic_test

import (
	"strings"
)

// long is a request of so many words.
func long(n int) string { return full(`[` + said("user", `"`+strings.Repeat("a ", n)+`"`) + `]`) }

var limitCases = []sample{
	{
		ID: "anthropic/prompt-too-long", Profiles: []string{"window=4"}, Bad: long(5), Good: long(4), At: "/messages",
		Message: "prompt is too long: 5 tokens > 4 maximum",
	},
	{
		ID: "anthropic/max-tokens-over-limit", Profiles: []string{"output=8"}, Bad: long(1), At: "/max_tokens",
		Good:    strings.Replace(long(1), `"max_tokens":9`, `"max_tokens":8`, 1),
		Message: "max_tokens: 9 > 8, which is the maximum allowed number of output tokens for m",
	},
}
