package replay

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/anthropic"
	"github.com/pi-fix/pi-fix/replay/bedrock"
	"github.com/pi-fix/pi-fix/replay/completions"
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/gateway"
	"github.com/pi-fix/pi-fix/replay/google"
	"github.com/pi-fix/pi-fix/replay/mistral"
	"github.com/pi-fix/pi-fix/replay/responses"
	"github.com/pi-fix/pi-fix/replay/transcript"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// The words of the parts that have a package of their own, so that each API can
// have one too.
type (
	// Clause is one sentence of a service's contract.
	Clause = contract.Clause
	// Contract is what one API demands and how it speaks.
	Contract = contract.Contract
	// Level says what a broken clause means.
	Level = contract.Level
	// Pointer is a JSON pointer into a request body.
	Pointer = contract.Pointer
	// Turn is a scripted answer; the zero Turn says "ok".
	Turn = contract.Turn
	// Call is a tool call in a scripted answer.
	Call = contract.Call
	// Model is what a request is addressed to.
	Model = transcript.Model
	// Version holds what older versions of pi did otherwise; the zero value is
	// the newest.
	Version = transcript.Version
	// Wire is a request that is ready to be sent.
	Wire = transcript.Wire
	// Failure is a request that pi cannot build.
	Failure = transcript.Failure
)

// The levels of clauses.
const (
	Reject = contract.Reject
	Warn   = contract.Warn
)

// NoLine is the line of what no session line brought about.
const NoLine = transcript.NoLine

// An API is one way to talk to models that can be replayed.
type API struct {
	// Name is pi's name for it.
	Name string
	// Contract is what the service demands.
	Contract *Contract
	// Project makes the request that pi would send.
	Project func(*transcript.Transcript, Model, Version) (*Wire, error)
	// Unestimated says that pi does not estimate how large a request is.
	Unestimated bool
	// StandIn is the model that is asked when a session's own model does not
	// speak this API. To pi it is another model: thinking is dropped and call ids
	// are normalised.
	StandIn Model
}

// APIs lists every API that can be replayed.
var APIs = []*API{
	{
		Name: anthropic.API, Contract: anthropic.Contract, Project: anthropic.Project,
		StandIn: Model{Provider: "anthropic", API: anthropic.API, ID: "claude-opus-4-5"},
	},
	{
		Name: completions.API, Contract: completions.Contract, Project: completions.Project,
		StandIn: Model{Provider: "openai", API: completions.API, ID: "gpt-4o"},
	},
	{
		Name: responses.API, Contract: responses.Contract, Project: responses.Project,
		StandIn: Model{Provider: "openai", API: responses.API, ID: "gpt-5.4"},
	},
	{
		Name: responses.AzureAPI, Contract: responses.AzureContract, Project: responses.ProjectAzure,
		StandIn: Model{Provider: "azure", API: responses.AzureAPI, ID: "gpt-5.4"},
	},
	{
		Name: responses.CodexAPI, Contract: responses.CodexContract, Project: responses.ProjectCodex,
		StandIn: Model{Provider: "openai-codex", API: responses.CodexAPI, ID: "gpt-5.4"},
	},
	{
		Name: google.API, Contract: google.Contract, Project: google.Project,
		StandIn: Model{Provider: "google", API: google.API, ID: "gemini-3-pro-preview"},
	},
	{
		Name: google.VertexAPI, Contract: google.Vertex, Project: google.Project,
		StandIn: Model{Provider: "google-vertex", API: google.VertexAPI, ID: "gemini-3-pro-preview"},
	},
	{
		Name: mistral.API, Contract: mistral.Contract, Project: mistral.Project,
		StandIn: Model{Provider: "mistral", API: mistral.API, ID: "mistral-large-latest"},
	},
	{
		Name: bedrock.API, Contract: bedrock.Contract, Project: bedrock.Project,
		StandIn: Model{Provider: "amazon-bedrock", API: bedrock.API, ID: "us.anthropic.claude-opus-4-5-20251101-v1:0"},
	},
	{
		Name: gateway.API, Contract: gateway.Contract, Project: gateway.Project, Unestimated: true,
		StandIn: Model{Provider: "radius", API: gateway.API, ID: "chat:claude-opus-4-5"},
	},
}

// APIOf returns the API that pi calls by that name, nil when it cannot be
// replayed.
func APIOf(name string) *API {
	for _, a := range APIs {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// ContractOf returns the contract of an API, nil when it cannot be replayed.
func ContractOf(name string) *Contract {
	if a := APIOf(name); a != nil {
		return a.Contract
	}
	return nil
}

// model returns the model that a resume with this API asks: the session's own
// when it speaks the API. Without a provider or an id pi finds none.
func (a *API) model(s sessionlog.Settings) Model {
	named := s.Provider != "" && s.Model != ""
	if named && (s.API == a.Name || s.API == "" && s.Provider == a.StandIn.Provider) {
		return Model{Provider: s.Provider, API: a.Name, ID: s.Model}
	}
	return a.StandIn
}

// build makes the request that pi would send; the error is a [*Failure] where pi
// would fail instead.
func (a *API) build(t *transcript.Transcript, m Model, v Version) (*Wire, error) {
	if t.Uncounted != nil && !a.Unestimated {
		return nil, t.Uncounted
	}
	if t.Uncloned != nil {
		return nil, t.Uncloned
	}
	return a.Project(t, m, v)
}

// apiAt returns the API whose paths the URL path belongs to. Where the path of
// one API is also the end of another's, the longer one decides.
func apiAt(apis []*API, path string) *API {
	path = strings.TrimRight(path, "/")
	var found *API
	longest := 0
	for _, a := range apis {
		for _, end := range a.Contract.Paths {
			if len(end) > longest && endsIn(path, end) {
				found, longest = a, len(end)
			}
		}
	}
	return found
}

// endsIn reports whether a path ends in a pattern, in which a star stands for
// any name.
func endsIn(path, pattern string) bool {
	before, after, wild := strings.Cut(pattern, "*")
	if !wild {
		return strings.HasSuffix(path, pattern)
	}
	path, ends := strings.CutSuffix(path, after)
	at := strings.LastIndex(path, before)
	return ends && at >= 0 && !strings.Contains(path[at+len(before):], "/")
}
