package realpi_test

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/pi-fix/pi-fix/replay/google"
	"github.com/pi-fix/pi-fix/replay/mistral"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// telling are the damages on which the APIs below differ from each other. The
// others are compared too where there is time.
var telling = []string{
	"duplicate result", "result with a picture", "failed result with a picture", "id with a bar", "unsigned thought",
	"block of an unknown kind", "empty result", "lone surrogate in arguments",
}

// pi decides by the id of a Gemini model whether calls have ids and where the
// pictures of a result stand.
var geminis = []string{"gemini-2.5-pro", "gemini-3-pro-preview", "gemini-live-2.5-flash", "gpt-oss-120b", "gemma-3"}

var storedModel = regexp.MustCompile(`("(?:model|modelId)":)"[^"]*"`)

// by makes a session one whose answers came from the given model.
func by(session []byte, id string) []byte {
	return storedModel.ReplaceAll(session, []byte(`${1}"`+id+`"`))
}

func TestProjectionForGoogleModels(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	s := specimenNamed(t, "0.87.1-parallel")
	for i, d := range tellingDamages() {
		session := damaged(t, s.session, d)
		for j, id := range geminis {
			if !*thorough && (i+j)%3 != 0 {
				continue
			}
			broken := specimen{id + "/" + d.name, by(session, id)}
			compareStored(t, pi, broken, google.API, google.API)
			compareStored(t, pi, broken, google.VertexAPI, google.VertexAPI)
		}
	}
}

// Sessions reach these APIs from their own model and from another one.
func TestProjectionForGoogleAndMistral(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	named := specimenNamed(t, "0.87.1-parallel")
	all := specimens(t, recorded)
	for _, d := range tellingDamages() {
		all = append(all, specimen{d.name, damaged(t, named.session, d)})
	}
	for _, s := range all {
		for _, api := range []string{google.API, mistral.API} {
			compareStored(t, pi, s, api, api)
			compareStored(t, pi, s, api, realpi.Anthropic)
		}
	}
}

func TestPublicSessionsForGoogleAndMistral(t *testing.T) {
	if _, err := os.Stat(public); err != nil {
		t.Skipf("the public sessions are not beside the project: %v", err)
	}
	pi := realpitest.Pi(t, "1.5.2")
	for i, s := range specimens(t, public) {
		for j, api := range []string{google.API, mistral.API} {
			for k, stored := range []string{api, realpi.Completions} {
				if *thorough || i%4 == 2*j+k {
					compareStored(t, pi, s, api, stored)
				}
			}
		}
	}
}

func TestOlderProjectionForGoogleAndMistral(t *testing.T) {
	pi := realpitest.Pi(t, "0.87.1")
	for i, s := range specimens(t, recorded) {
		for j, api := range []string{google.API, mistral.API} {
			if *thorough || (i+j)%3 == 0 {
				compareStored(t, pi, s, api, api)
				compareStored(t, pi, s, api, realpi.Completions)
			}
		}
	}
}

func tellingDamages() []damage {
	if *thorough {
		return damages
	}
	return slices.DeleteFunc(slices.Clone(damages), func(d damage) bool { return !slices.Contains(telling, d.name) })
}

// TestRandomDamageOfGoogleAndMistral compares sessions that nobody thought of.
func TestRandomDamageOfGoogleAndMistral(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	asked := []string{google.API, mistral.API, google.VertexAPI}
	for seed, s := range struck(t, 1, 6, 300) {
		random := rand.New(rand.NewPCG(seed, 2))
		api := asked[seed%3]
		s.session = by(s.session, geminis[random.IntN(len(geminis))])
		compareStored(t, pi, s, api, oneOf(random, api, realpi.Anthropic))
	}
}
