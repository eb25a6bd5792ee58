package responses

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// codexRules are those of the service behind Codex alone.
func codexRules() []*contract.Clause {
	return []*contract.Clause{
		rule("codex/store-must-be-false", "Store must be set to false", "openai/codex#26173, CLIProxyAPI#41, cline#9523",
			unless("store", js.False)),
		rule("codex/stream-must-be-true", "Stream must be set to true", "openai/codex#3376", unless("stream", js.True)),
		rule("codex/instructions", "Instructions are required", "openai/codex#3376; relaxed in 2026",
			func(v *view, report contract.Report) {
				if f := v.body.Get("instructions"); f.Nullish() || f.Raw() == `""` {
					report(v.body)
				}
			}),
		rule("codex/instructions", "Instructions are not valid", "openai/codex#3376; relaxed in 2026",
			func(v *view, report contract.Report) {
				if f := v.body.Get("instructions"); !f.Nullish() && f.Kind() != js.String {
					report(f)
				}
			}),
		rule("codex/unsupported-parameter", "Unsupported parameter: {name}", "client trackers",
			func(v *view, report contract.Report) {
				for _, name := range []string{"max_output_tokens", "temperature", "prompt_cache_retention"} {
					if f := v.body.Get(name); f.Exists() {
						report(f, name)
					}
				}
			}),
		rule("codex/system-message", "System messages are not allowed", "client trackers",
			func(v *view, report contract.Report) {
				for i := range v.items {
					if v.items[i].role == "system" {
						report(v.items[i].at)
					}
				}
			}),
	}
}

func rule(id, text, source string, check func(*view, contract.Report)) *contract.Clause {
	return &contract.Clause{ID: id, Text: text, Source: source, Profiles: []string{Codex}, Check: onRequest(check)}
}

// unless reports a setting that is anything else, or the body where it lacks.
func unless(name string, kind js.Kind) func(*view, contract.Report) {
	return func(v *view, report contract.Report) {
		switch f := v.body.Get(name); {
		case f.Kind() == kind:
		case f.Exists():
			report(f)
		default:
			report(v.body)
		}
	}
}
