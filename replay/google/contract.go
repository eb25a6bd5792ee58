// Package google is the Gemini API in its two forms, that of Google AI Studio
// and that of Vertex AI: what the services demand, how they answer, and what pi
// makes of a transcript for them.
//
// The order in which the services check is published nowhere. Here the body is
// read first (JSON, names, types), then every field is looked at by itself, then
// the turns, then the pictures, then the length. Whether a signature is genuine is
// not judged.
package google

import (
	"net/url"
	"strings"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pi's names for the two forms of the API.
const (
	API       = "google-generative-ai"
	VertexAPI = "google-vertex"
)

// Profiles of the services.
const (
	// Gemini3 are models from Gemini 3 on: the calls of the current turn need
	// their thought signatures. It is in force where the URL names such a model.
	Gemini3 = "gemini-3"
	// CloudCode is Cloud Code Assist, which wants all responses of a turn in one
	// content and nothing else in it.
	CloudCode = "cca"
	// OldVertex is Vertex AI before it knew ids of calls.
	OldVertex = "vertex-old"
	// LastUser are previews that want a user at the end.
	LastUser = "last-user"
)

var profiles = []contract.Profile{
	{Name: Gemini3, Text: "models from Gemini 3 on, which want the thought signatures of the current turn back"},
	{Name: CloudCode, Text: "Cloud Code Assist, which wants the responses of a turn in one content of their own"},
	{Name: OldVertex, Text: "Vertex AI before it knew ids of calls"},
	{Name: LastUser, Text: "previews that want a user at the end"},
	contract.Windowed, contract.Limited,
}

// Contract is what Google AI Studio demands.
var Contract = service(API, []string{":streamGenerateContent", ":generateContent"}, studio)

// Vertex is what Vertex AI demands.
var Vertex = service(VertexAPI, []string{
	"/publishers/google/models/*:streamGenerateContent", "/publishers/google/models/*:generateContent",
	":streamGenerateContent", ":generateContent",
}, vertex)

func service(api string, paths []string, fields func() []*contract.Clause) *contract.Contract {
	c := &contract.Contract{
		API: api, Paths: paths,
		Stages: sync.OnceValue(func() [][]*contract.Clause {
			return [][]*contract.Clause{body(), payload(), fields(), turns(), media(), limits()}
		}),
		Profiles: profiles, Faults: faults,
		Read: read, Holes: holes, Refuse: refuse, Answer: answerer("", false, false),
	}
	c.ByURL = func(u *url.URL) *contract.Contract {
		// The last segment is the model and, behind a colon, what it shall do.
		name := u.Path[strings.LastIndex(u.Path, "/")+1:]
		method := name[strings.LastIndex(name, ":")+1:]
		model := strings.TrimSuffix(name, ":"+method)
		streams, events := method == "streamGenerateContent", u.Query().Get("alt") == "sse"
		at := *c
		at.Answer = answerer(model, streams, events)
		if streams && !events {
			at.Refuse = refuseInList
		}
		if generation(model) >= 3 {
			at.Always = []string{Gemini3}
		}
		return &at
	}
	return c
}

// holes fills {path} and {owner} in the words of the services: the place of a
// fault and the object it stands in.
func holes(at js.Value) map[string]string {
	return map[string]string{"path": pathOf(at), "owner": pathOf(at.Parent())}
}

// found reports the faults of one kind that the walk over the body met.
func found(kind faultKind) func(*contract.Request, contract.Report) {
	return contract.On(func(v *view, report contract.Report) { v.faults.Report(kind, report) })
}
