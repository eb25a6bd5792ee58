package redact

import (
	"regexp"
	"strings"
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
	// Encoded says that what is found is base64, and taken out only when there is
	// something in it that one of the other kinds finds.
	Encoded bool

	word bool // it is one word, chosen for this session
}

func (k Kind) spares(s string) bool { return k.Spares != nil && k.Spares.MatchString(s) }

const home = "home"

// What stands before a key that begins there: no letter or digit, unless they end
// an escape of JSON in a string, of a URL, or of a terminal.
const (
	escaped = `|\\[nrtbfv]|\\u[0-9a-fA-F]{4}|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]*m)`
	before  = `(?:^|[^A-Za-z0-9_-]` + escaped
	// alone is for keys of letters and digits only, which an image may hold by chance.
	alone = `(?:^|[^A-Za-z0-9+/_-]` + escaped
)

// keys are the forms of keys that their services publish. None of them can stand in
// base64, which has no hyphens, underscores and dots.
var keys = []string{
	`sk-[A-Za-z0-9_-]{20,}`, // Anthropic, OpenAI, DeepSeek, OpenRouter
	`(?:gsk|xai|pplx|csk|fw|hf|r8|npm|nfp|vcp|sbp|glsa)[_-][A-Za-z0-9_]{20,}`, // Groq, xAI, Perplexity, Cerebras, Fireworks, Hugging Face, Replicate, npm, Netlify, Vercel, Supabase, Grafana
	`ya29\.[A-Za-z0-9_-]{20,}`, `AQ\.[A-Za-z0-9_-]{30,}`, // Google
	`gh[pousr]_[A-Za-z0-9]{30,}`, `github_pat_[A-Za-z0-9_]{30,}`,
	`gl(?:pat|dt|rt|ptt|soat|cbt|ft)-[A-Za-z0-9_-]{20,}`,       // GitLab
	`xox[abeoprs]-[A-Za-z0-9-]{10,}`, `xapp-[A-Za-z0-9-]{20,}`, // Slack
	`(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{20,}`, `whsec_[A-Za-z0-9+/=]{20,}`, // Stripe
	`sk_[a-f0-9]{40,}`, `sb_secret_[A-Za-z0-9_-]{20,}`, // ElevenLabs, Supabase
	`SG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}`, // SendGrid
	`do[opr]_v1_[a-f0-9]{60,}`, `pypi-[A-Za-z0-9_-]{50,}`, `dckr_pat_[A-Za-z0-9_-]{20,}`,
	`hv[sbr]\.[A-Za-z0-9_-]{20,}`, `dp\.[a-z]{2,5}\.[A-Za-z0-9]{30,}`, // Vault, Doppler
	`shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,}`, `lin_api_[A-Za-z0-9]{30,}`, `ntn_[A-Za-z0-9]{30,}`, `secret_[A-Za-z0-9]{40,}`, // Shopify, Linear, Notion
	`tvly-[A-Za-z0-9_-]{20,}`, `PMAK-[a-f0-9-]{40,}`, `pul-[a-f0-9]{40}`, `ATATT3[A-Za-z0-9_=-]{50,}`, `AGE-SECRET-KEY-1[A-Z0-9]{50,}`,
	`[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}`,                             // Telegram
	`eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}`, // JSON web token
}

// A value is what stands behind a name and a sign; quotes around it may be escaped.
const (
	named  = `(?i)(?:api[_-]?key|access[_-]?key|private[_-]?key|secret|token|_pass|passw(?:or)?d|passphrase|credentials?)`
	is     = `\\*["']?[ \t]*[:=][ \t]*\\*["']?`
	quoted = `\\*["']?[ \t]*[:=][ \t]*\\*["']([^"'\r\n\\]{4,})\\*["']`
	value  = `((?:[^\s"',;&(){}<>\[\]\\]|\\[^"'nrt]){6,})`
)

// Kinds are what is taken out unless it is to be kept.
var Kinds = sync.OnceValue(func() []Kind {
	spared := regexp.MustCompile(`^REDACTED|^\$|^<|^\*+$|^process\.env|^os\.|^[0-9.]+$|^(?:true|false|null|undefined|string|number|boolean)$`)
	kind := func(name, stand, pattern string) Kind {
		return Kind{Name: name, Pattern: regexp.MustCompile(pattern), Stand: stand, Spares: spared}
	}
	key := func(pattern string) Kind { return kind("key", "REDACTED-KEY-%d", pattern) }
	password := func(pattern string) Kind { return kind("password", "REDACTED-PASSWORD-%d", pattern) }
	return []Kind{
		key(`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----([^"]*?)-----END [A-Z0-9 ]*PRIVATE KEY`),
		key(`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----((?:[A-Za-z0-9+/=\s\\:,.|│→]|-[A-Za-z0-9])+)`), // cut off
		key(before + `(` + strings.Join(keys, "|") + `)`),
		key(alone + `(AIza[A-Za-z0-9_-]{35}|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}|dapi[a-f0-9]{32})`), // Google, AWS, Databricks
		key(`hooks\.slack\.com\\*/services\\*/([A-Za-z0-9/\\]{20,})`),
		key(`(?i)\b(?:bearer|basic) +([A-Za-z0-9._~+/=-]{16,})`),
		key(`(?i)authorization` + is + `(?:[a-z]+ +)?` + value),
		key(`(?i)\b(?:set-)?cookie\\*["']?: *\\*["']?([^\r\n"'\\]{8,})`),
		key(`[a-z][a-z0-9+.-]*:\\*/\\*/[^\s"'/:@]*:([^\s"'/@]+)@`),
		key(`(?:[?&;]|\\u0026)(?:sig|signature|key|auth|code|X-Amz-[A-Za-z-]+)=([^&\s"'\\]{8,})`),
		password(named + quoted),
		password(named + is + value),
		password(`\b[A-Z][A-Z0-9_]*_(?:KEY|PASS|PWD|AUTH|DSN)` + is + value),
		password(`(?:-u|--user)[ =]+\\*["']?[^\s:"'\\]+:([^\s"'\\]{3,})`),
		{Name: "email", Pattern: regexp.MustCompile(`([A-Za-z0-9._%+-]+(?:@|%40)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})`),
			Stand: "person%d@example.com", Spares: regexp.MustCompile(`@(?:[a-z0-9.-]+\.)?(?:example\.(?:com|org|net)|invalid|test)$|^git@|@[0-9]|^REDACTED`)},
		homeOf(`(?:[\\/]|%2F)+(?:home|Users)(?:[\\/]|%2F)+([^\s/\\"'<>|:;,*?%(){}\[\]]+)`),
		homeOf(`[A-Za-z]:[\\/]+(?:Users|Documents and Settings)[\\/]+([^/\\"'<>|:;,*?\r\n]+)[\\/]`),
		homeOf(`[A-Za-z]:[\\/]+(?:Users|Documents and Settings)[\\/]+([^\s/\\"'<>|:;,*?(){}\[\]]+)`),
		homeOf(`--(?:[A-Za-z]--)?(?:home|Users)-([A-Za-z0-9._]+)-[^\s"'/\\]*--`), // a folder of pi's sessions
		{Name: "encoded", Encoded: true, Stand: "REDACTED-ENCODED-%d", Pattern: regexp.MustCompile(`([A-Za-z0-9+/_-]{16,}={0,2})`)},
	}
})

// homeOf finds the owner of a home folder.
func homeOf(pattern string) Kind {
	return Kind{Name: home, Pattern: regexp.MustCompile(pattern), Stand: "user%d",
		Spares: regexp.MustCompile(`^(?:user[0-9]*|Shared|Public|runner|node|vscode|ubuntu|\.+|\$.*)$`)}
}
