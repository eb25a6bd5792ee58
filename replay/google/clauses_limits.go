package google

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// limits holds the clauses on how much a model takes and gives.
func limits() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "gemini/max-tokens-over-limit", Profiles: []string{contract.Output},
			Text: "Unable to submit request because it has a maxOutputTokens value of {n} but the supported range is from 1 " +
				"(inclusive) to {end} (exclusive). Update the value and try again.",
			Source: "stackblitz-labs/bolt.diy#955",
			Check: func(req *contract.Request, report contract.Report) {
				at := req.Body.Get("generationConfig").Get("maxOutputTokens")
				if limit := req.Limit(contract.Output); limit > 0 && at.Kind() == js.Number && at.Float() > float64(limit) {
					report(at, at.Raw(), limit+1)
				}
			},
		},
		contract.TooLong(contract.Clause{
			ID: "gemini/token-limit", Profiles: []string{contract.Window}, Source: "google-gemini/gemini-cli#6678",
			Text: "The input token count ({n}) exceeds the maximum number of tokens allowed ({max}).",
		}, "contents", "systemInstruction"),
	}
}
