package replay

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/pi-fix/pi-fix/replay/anthropic"
	"github.com/pi-fix/pi-fix/replay/completions"
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/responses"
)

// StrictUnion is the profile in which every clause of an API counts.
const StrictUnion = contract.StrictUnion

// service tells which profile a service has in one API. Hosts are parts of base
// URLs, providers are pi's names.
type service struct {
	api, profile     string
	hosts, providers []string
}

var services = []service{
	{anthropic.API, anthropic.DeepSeek, []string{"deepseek.com"}, []string{"deepseek"}},
	{anthropic.API, anthropic.Vertex, []string{"aiplatform.googleapis.com"}, []string{"google-vertex"}},
	{anthropic.API, anthropic.BedrockLegacy, []string{"bedrock-runtime"}, []string{"amazon-bedrock"}},
	{
		anthropic.API, anthropic.CompatibleService,
		[]string{"api.kimi.com", "api.moonshot.", "api.minimax", "api.z.ai", "open.bigmodel.cn", "xiaomimimo.com"},
		[]string{"kimi-coding", "moonshotai", "moonshotai-cn", "minimax", "minimax-cn", "zai", "zai-coding-cn"},
	},
	{completions.API, completions.Mistral, []string{"api.mistral.ai"}, []string{"mistral"}},
	{completions.API, completions.DeepSeek, []string{"deepseek.com"}, []string{"deepseek"}},
	{responses.API, responses.DeepSeek, []string{"deepseek.com"}, []string{"deepseek"}},
	{completions.API, completions.Groq, []string{"api.groq.com"}, []string{"groq"}},
	{completions.API, completions.Cerebras, []string{"cerebras.ai"}, []string{"cerebras"}},
	{completions.API, completions.XAI, []string{"api.x.ai"}, []string{"xai"}},
	{completions.API, completions.OpenRouter, []string{"openrouter.ai"}, []string{"openrouter"}},
	{
		completions.API, completions.Kimi, []string{"api.moonshot.", "api.kimi.com"},
		[]string{"moonshotai", "moonshotai-cn", "kimi-coding", "kimi"},
	},
	{completions.API, completions.Zai, []string{"api.z.ai"}, []string{"zai"}},
	{completions.API, completions.ZaiChina, []string{"open.bigmodel.cn"}, []string{"zai-coding-cn"}},
	{completions.API, completions.Copilot, []string{"githubcopilot.com"}, []string{"github-copilot"}},
	{completions.API, completions.OpenAIOld, []string{"openai.azure.com"}, []string{"azure", "azure-openai-responses"}},
	{completions.API, completions.OpenAI, []string{"api.openai.com"}, []string{"openai"}},
}

// ProfilesOf returns the profiles that the service of a model has, nil when
// nothing is known of it. The base URL decides where it names a service, else
// the provider; it may be empty. What depends on settings that a session does not
// tell, like thinking, is left out, and so is what an API reads from the URL.
func ProfilesOf(m Model, baseURL string) []string {
	named := func(s service) bool {
		for _, host := range s.hosts {
			if strings.Contains(strings.ToLower(baseURL), host) {
				return true
			}
		}
		return false
	}
	provides := func(s service) bool {
		for _, name := range s.providers {
			if name == m.Provider {
				return true
			}
		}
		return false
	}
	for _, fits := range []func(service) bool{named, provides} {
		for _, s := range services {
			if s.api == m.API && fits(s) {
				return []string{s.profile}
			}
		}
	}
	if m.API == anthropic.API {
		return generation(m.ID)
	}
	return nil
}

// ProfilesFor returns the profiles that count when a model is asked: of those that
// are named the ones that its API has. Where none but a window is named, the ones of
// its service count too. What the model gives at most is left out: the requests of
// a replay ask for a stand-in of what pi asks for.
func (o Options) ProfilesFor(m Model) []string {
	a := APIOf(m.API)
	if a == nil {
		return nil
	}
	var named []string
	flavoured := o.Profiles != nil && len(o.Profiles) == 0
	for _, name := range o.Profiles {
		_, _, counted := contract.CutProfile(name)
		flavoured = flavoured || !counted
		p := a.Contract.Profile(name)
		if name == StrictUnion || p != nil && p.Name != contract.Output {
			named = append(named, name)
		}
	}
	switch {
	case flavoured:
		return named
	case m == a.StandIn:
		return append(named, ProfilesOf(m, "")...) // it is not at the address of the session's model
	default:
		return append(named, ProfilesOf(m, o.BaseURL)...)
	}
}

// Profiles returns the profiles that can be chosen for an API, without
// [StrictUnion], which every API has.
func Profiles(api string) []contract.Profile {
	if c := ContractOf(api); c != nil {
		return c.Profiles
	}
	return nil
}

var claude = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`claude-(?:[a-z]+-)?(\d{1,2})(?:-(\d{1,2})(?:\D|$))?`)
})

// generation returns the profiles of a model of Anthropic by its name, nil for
// what is none.
func generation(id string) []string {
	found := claude().FindStringSubmatch(strings.NewReplacer(".", "-", "_", "-", ":", "-").Replace(strings.ToLower(id)))
	if found == nil {
		return nil
	}
	// The pattern has at most two digits in each place.
	major, _ := strconv.Atoi(found[1])
	minor, _ := strconv.Atoi(found[2])
	switch version := 100*major + minor; {
	case version < 400:
		return []string{anthropic.Claude2024}
	case version < 406:
		return []string{anthropic.ClaudeManual}
	case version < 407:
		return []string{anthropic.ClaudeAdaptive}
	case version < 501:
		return []string{anthropic.ClaudeAdaptive, anthropic.AdaptiveOnly}
	default:
		return []string{anthropic.ClaudeBound}
	}
}
