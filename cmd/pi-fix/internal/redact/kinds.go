package redact

import (
	"regexp"
	"sync"
)

// A Kind is one sort of thing that is taken out.
type Kind struct {
	Name string
	// Pattern finds it in text; of a pattern with groups, the last one is it.
	Pattern *regexp.Regexp
	// Stand is what takes its place, with a place for a number.
	Stand string
	// Spares is what it may look like without being one.
	Spares *regexp.Regexp
}

func (k Kind) spares(s string) bool { return k.Spares != nil && k.Spares.MatchString(s) }

const home = "home"

// alone begins a pattern for something that does not stand in the middle of a run
// of letters, as it may by chance in an image.
const alone = `(?:^|[^A-Za-z0-9+/=_-])`

// Kinds are what is taken out unless it is to be kept. The forms of keys are those
// that their services publish.
var Kinds = sync.OnceValue(func() []Kind {
	key := func(pattern string) Kind {
		return Kind{Name: "key", Pattern: regexp.MustCompile(alone + "(" + pattern + ")"), Stand: "REDACTED-KEY-%d"}
	}
	return []Kind{
		{Name: "key", Pattern: regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----([^"]*?)-----END [A-Z ]*PRIVATE KEY-----`), Stand: "REDACTED-KEY-%d"},
		key(`sk-[A-Za-z0-9_-]{20,}`),                                         // Anthropic, OpenAI, DeepSeek, OpenRouter
		key(`(?:gsk|xai|pplx|csk|fw|hf|r8|npm)[_-][A-Za-z0-9]{20,}`),         // Groq, xAI, Perplexity, Cerebras, Fireworks, Hugging Face, Replicate, npm
		key(`AIza[A-Za-z0-9_-]{35}`),                                         // Google
		key(`ya29\.[A-Za-z0-9_-]{20,}`),                                      // Google OAuth
		key(`(?:AKIA|ASIA|ABIA)[A-Z0-9]{16}`),                                // AWS
		key(`gh[pousr]_[A-Za-z0-9]{30,}`),                                    // GitHub
		key(`github_pat_[A-Za-z0-9_]{30,}`),                                  // GitHub
		key(`gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,}`),                        // GitLab
		key(`xox[abeprs]-[A-Za-z0-9-]{10,}`),                                 // Slack
		key(`(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{20,}`),                   // Stripe
		key(`SG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}`),                    // SendGrid
		key(`dop_v1_[a-f0-9]{60,}`),                                          // DigitalOcean
		key(`pypi-[A-Za-z0-9_-]{50,}`),                                       // PyPI
		key(`eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`), // JSON web token
		{Name: "key", Stand: "REDACTED-KEY-%d", Pattern: regexp.MustCompile(`(?i)\b(?:bearer|basic) +([A-Za-z0-9._~+/=-]{16,})`),
			Spares: regexp.MustCompile(`^REDACTED`)},
		{Name: "key", Stand: "REDACTED-KEY-%d", Pattern: regexp.MustCompile(`[a-z][a-z0-9+.-]*://[^\s"'/:@]+:([^\s"'/@]+)@`),
			Spares: regexp.MustCompile(`^REDACTED|^\$|^<|^\*+$`)},
		{Name: "password", Stand: "REDACTED-PASSWORD-%d",
			Pattern: regexp.MustCompile(`(?i)(?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d)["']?[ \t]*[:=][ \t]*["']?([^\s"',;&(){}<>\[\]]{8,})`),
			Spares:  regexp.MustCompile(`^REDACTED|^\$|^process\.env|^os\.|^[0-9.]+$|^(?:true|false|null|undefined|string)$`)},
		{Name: "email", Pattern: regexp.MustCompile(`([A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})`),
			Stand: "person%d@example.com", Spares: regexp.MustCompile(`@(?:[a-z0-9.-]+\.)?(?:example\.(?:com|org|net)|invalid|test)$|^git@|@[0-9]`)},
		{Name: home, Pattern: regexp.MustCompile(`(?:/home/|/Users/|[A-Za-z]:[\\/]+Users[\\/]+)([^\s/\\"'<>|:;,*?(){}\[\]]+)`),
			Stand: "user%d", Spares: regexp.MustCompile(`^(?:user[0-9]*|Shared|Public|runner|node|vscode|ubuntu|\.+|\$.*)$`)},
	}
})
