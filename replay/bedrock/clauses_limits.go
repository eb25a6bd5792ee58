package bedrock

import "github.com/pi-fix/pi-fix/replay/contract"

// windowLimit holds the clauses on how much a model takes.
func windowLimit() []*contract.Clause {
	return []*contract.Clause{
		contract.TooLong(contract.Clause{
			ID: "bedrock/input-too-long", Profiles: []string{contract.Window}, Unless: []string{Claude},
			Text: "Input is too long for requested model.", Source: "utils/overflow of pi-ai",
		}, "messages", "system"),
		contract.TooLong(contract.Clause{
			ID: "bedrock/input-too-long", Profiles: []string{Claude}, Source: "daisuke-awaji/moca#254",
			Text: theModel + "prompt is too long: {n} tokens > {max} maximum",
		}, "messages", "system"),
	}
}
