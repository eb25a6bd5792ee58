// Package bedrock is the Converse API of Amazon Bedrock: what the service
// demands, how it answers, and what pi makes of a transcript for it.
//
// Bedrock judges a request by itself and hands it to a model, which judges it
// again. What a model says depends on its maker, whose name stands in the URL.
// The order of the service's checks is not published; here they go from single
// values over messages and pairs to the model.
package bedrock

import (
	"fmt"
	"net/url"
	"strings"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// API is pi's name for this API.
const API = "bedrock-converse-stream"

// Profiles of the service. The URL chooses between them; without one the model
// is taken for none of Anthropic's.
const (
	// Claude are the models of Anthropic.
	Claude = "bedrock-claude"
	// Nova are the models of Amazon, and all others.
	Nova = "bedrock-nova"
	// StrictRoles are deployments of Claude that want users and assistants to take
	// turns, as the service did until 2025.
	StrictRoles = "bedrock-strict-roles"
)

// Contract is what the service demands of a request for a stream.
var Contract = &contract.Contract{
	API:    API,
	Paths:  []string{"/converse-stream", "/converse"},
	Stages: stages,
	Profiles: []contract.Profile{
		{Name: Claude, Text: "models of Anthropic"},
		{Name: Nova, Text: "models of Amazon and of others"},
		{Name: StrictRoles, Text: "Claude where users and assistants must take turns", With: []string{Claude}},
		contract.Windowed,
	},
	Read:   read,
	Holes:  holes,
	Refuse: refuse,
	Answer: answerStream,
	Faults: faults,

	Interrupt: interrupt,
}

var stages = sync.OnceValue(func() [][]*contract.Clause {
	return [][]*contract.Clause{body(), format(), schema(), pairs(), ofModel(), windowLimit()}
})

func init() { Contract.ByURL = byURL }

// byURL returns the contract for the model and the kind of answer in a URL.
func byURL(u *url.URL) *contract.Contract {
	at := *Contract
	if strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/converse") {
		at.Answer = answerWhole
	}
	if isClaude(u.Path) {
		at.Always = []string{Claude}
	}
	return &at
}

// isClaude reports whether a model is one of Anthropic's by its id. pi looks at
// the name of the model too, which no session tells.
func isClaude(model string) bool { return strings.Contains(strings.ToLower(model), "claude") }

// place is how the service names a block; blocks inside a tool result are named
// with the way through it.
const place = "messages.{i}.content.{j}{inner}"

func holes(at js.Value) map[string]string {
	inner := ""
	if indexes := at.Indexes(); len(indexes) > 2 {
		inner = fmt.Sprintf(".toolResult.content.%d", indexes[2])
	}
	return map[string]string{"inner": inner}
}

// check is the form of every check here.
type check = func(*contract.Request, contract.Report)

func onRequest(f func(*view, contract.Report)) check { return contract.On(f) }

func onMessages(f func(*view, *message, contract.Report)) check {
	return onRequest(func(v *view, report contract.Report) {
		for i := range v.messages {
			f(v, &v.messages[i], report)
		}
	})
}

// onBlocks looks at the blocks of one kind that stand directly in a message.
func onBlocks(kind string, f func(*block, contract.Report)) check {
	return contract.EachOf(func(v *view) ([]block, *contract.Kinds) { return v.top, &v.of }, kinds.Set(kind), f)
}

// onContent looks at the blocks of one kind wherever they stand.
func onContent(kind string, f func(*block, contract.Report)) check {
	direct := onBlocks(kind, f)
	return func(req *contract.Request, report contract.Report) {
		direct(req, report)
		nested := req.View.(*view).nested
		for i := range nested {
			if nested[i].kind == kind {
				f(&nested[i], report)
			}
		}
	}
}
