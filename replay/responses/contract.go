// Package responses is the OpenAI Responses API with its relatives at Azure and
// behind Codex: what the services demand, how they answer, and what pi makes of
// a transcript for them.
//
// The relatives share their rules. Azure differs in its paths. Codex wants the
// prompt as instructions, adds rules of its own and words those in an envelope
// of its own.
//
// A client of Codex that asks for a WebSocket is told that there is none, and then
// posts, as pi does. What a request leaves out here: the key of the prompt cache
// and what else pi knows of the run alone. Requests for models that reason carry
// more settings.
//
// What only the service can know is not judged or is left to a profile: whether
// encrypted reasoning is genuine, and whether an id was given to an item that
// followed reasoning, unless it was given out here. Two outputs for one call are warned of; services behind
// gateways refuse them, and so does the profile [UniqueIDs].
package responses

import (
	"slices"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// Pi's names for these APIs.
const (
	API      = "openai-responses"
	AzureAPI = "azure-openai-responses"
	CodexAPI = "openai-codex-responses"
)

// Profiles of the service and of its relatives. None is in force by default, but
// for the one of Codex in its own contract.
const (
	// Reasoning are models that begin every turn with reasoning, so that what
	// else the turn holds may not be sent without it.
	Reasoning = "reasoning"
	// UniqueIDs are services that want exactly one output for each call.
	UniqueIDs = "unique-ids"
	// DeepSeek is their service of this API, which wants outputs right behind
	// their calls.
	DeepSeek = "deepseek-responses"
	// Codex is the service behind Codex.
	Codex = "codex"
)

var profiles = []contract.Profile{
	{Name: Reasoning, Text: "models that begin every turn with reasoning"},
	{Name: UniqueIDs, Text: "services that want exactly one output for each call id"},
	{Name: DeepSeek, Text: "DeepSeek's service of this API", Refuse: refuseDeepSeek},
	contract.Windowed,
}

// Contract is what the service demands, in the order of its checks: JSON,
// missing fields, unknown fields, the schema of the items, empty input. Ids,
// pairing, reasoning and pictures come after that; their order among each other
// is not published.
var Contract = dialect(API, "/responses")

// AzureContract is that of the same service at Azure. Where both are served, the
// path of a resource at Azure is told by what stands before the common end.
var AzureContract = dialect(AzureAPI, "/openai/v1/responses", "/responses")

// CodexContract is that of the service behind Codex, which has rules of its own
// before all others.
var CodexContract = func() *contract.Contract {
	c := dialect(CodexAPI, "/codex/responses")
	c.Stages = sync.OnceValue(func() [][]*contract.Clause { return slices.Insert(slices.Clone(stages()), 1, codexRules()) })
	c.Profiles = append(slices.Clip(c.Profiles), contract.Profile{Name: Codex, Text: "the service behind Codex"})
	c.Always = []string{Codex}
	return c
}()

var stages = sync.OnceValue(func() [][]*contract.Clause {
	return [][]*contract.Clause{
		body(), model(), input(), unknown(), slices.Concat(items(), contents(), calls(), thoughts()), empty(),
		ids(), pairs(), reasoning(), images(), windowLimit(),
	}
})

func dialect(api string, paths ...string) *contract.Contract {
	return &contract.Contract{
		API:      api,
		Paths:    paths,
		Stages:   stages,
		Profiles: profiles,
		Read:     read,
		Refuse:   refuse,
		Answer:   answer,
		Faults:   faults,

		Interrupt: interrupt,
	}
}

const (
	measured = "measured 2026-08-30, kangminlee-maker/local-OAuth-CLI-API-adapter " +
		"test/openai-responses-validation-parity.test.mjs"
	schemaOf = "schema of the API"
)

type check = func(*contract.Request, contract.Report)

func onRequest(f func(*view, contract.Report)) check { return contract.On(f) }

func onItems(f func(*item, contract.Report)) check {
	return contract.Each(func(v *view) []item { return v.items }, f)
}

// onKind looks at the items of one type.
func onKind(kind string, f func(*item, contract.Report)) check {
	return onForms(isForm(kind), f)
}

// onForms looks at the items of the types that the predicate chooses.
func onForms(choose func(*itemForm) bool, f func(*item, contract.Report)) check {
	var chosen js.Set
	for i := range js.Other + 1 {
		if (i < types.Len() || i == js.Other) && choose(formOf(i)) {
			chosen = chosen.With(i)
		}
	}
	return contract.EachOf(func(v *view) ([]item, *contract.Kinds) { return v.items, &v.of }, chosen, f)
}

func onParts(f func(*part, contract.Report)) check {
	return contract.Each(func(v *view) []part { return v.parts }, f)
}
