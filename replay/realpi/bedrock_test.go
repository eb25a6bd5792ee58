package realpi_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// bedrockModels are ids by which pi decides on signatures, on images in error
// results and on marks for the cache.
var bedrockModels = []string{"us.anthropic.claude-opus-4-5-20251101-v1:0", "amazon.nova-pro-v1:0"}

// compareBedrock compares a session whose answers came from a model of Bedrock,
// and the same session when its answers came through another API.
func compareBedrock(t *testing.T, pi *realpi.Pi, s specimen, id string, own bool) {
	stored, relation := realpi.Anthropic, "other"
	if own {
		stored, relation = realpi.Bedrock, "own"
	}
	t.Run(s.name+"/"+id+"/"+relation, func(t *testing.T) {
		t.Parallel()
		compareOne(t, pi, by(through(s.session, stored), id), realpi.Bedrock)
	})
}

func TestBedrockOfRecordedSessions(t *testing.T) {
	for _, version := range []string{"1.5.2", "0.87.1"} {
		pi := realpitest.Pi(t, version)
		t.Run(version, func(t *testing.T) {
			for i, s := range specimens(t, recorded) {
				for j, id := range bedrockModels {
					compareBedrock(t, pi, s, id, true)
					if *thorough || i%2 == j {
						compareBedrock(t, pi, s, id, false)
					}
				}
			}
		})
	}
}

func TestBedrockOfDamagedSessions(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	s := specimenNamed(t, "0.87.1-parallel")
	for i, d := range damages {
		broken := specimen{d.name, damaged(t, s.session, d)}
		for j, id := range bedrockModels {
			if *thorough || i%2 == j {
				compareBedrock(t, pi, broken, id, true)
			}
			if *thorough {
				compareBedrock(t, pi, broken, id, false)
			}
		}
	}
}

func TestBedrockOfPublicSessions(t *testing.T) {
	if _, err := os.Stat(public); err != nil {
		t.Skipf("the public sessions are not beside the project: %v", err)
	}
	pi := realpitest.Pi(t, "1.5.2")
	for i, s := range specimens(t, public) {
		if *thorough || i%4 == 0 {
			compareBedrock(t, pi, s, bedrockModels[i/4%2], i%3 > 0)
		}
	}
}

func TestBedrockOfRandomDamage(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	for seed, s := range struck(t, 5, 6, 200) {
		compareBedrock(t, pi, s, bedrockModels[seed%2], seed%5 > 0)
	}
}

// Claude on Bedrock refuses what breaks the pairs, and takes what pi heals.
func TestBedrockJudgesDamagedSessions(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	s := specimenNamed(t, "0.87.1-parallel")
	id := bedrockModels[0]
	for i, d := range damages {
		if !*thorough && i%2 == 1 || d.then == silent || d.then == varying {
			continue
		}
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			session := by(through(damaged(t, s.session, d), realpi.Bedrock), id)
			want := d.then
			if d.name == "history that hangs in the air" {
				want = refused // it begins with an answer, which others take
			}
			if a := ask(t, pi, session, ownModel(session, realpi.Bedrock)); a.verdict != want {
				t.Errorf("%s, want %s: %v%s", a.verdict, want, a.exchange.Violations, a.stderr)
			}
		})
	}
}

// The real pi takes the stream: it calls the tool that it is asked to call, sends
// back what came of it, and what it has stored can be resumed.
func TestBedrockToolRoundTrip(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	service := &replay.Provider{Contract: replay.ContractOf(realpi.Bedrock), Script: []replay.Turn{
		calls("I look.", call("", "ls", `{"path":"."}`), call("", "ls", `{}`)), says("Nothing there."),
	}}
	server := httptest.NewServer(service)
	defer server.Close()
	dir := t.TempDir()
	m := realpi.Model{Provider: "amazon-bedrock", ID: bedrockModels[0], API: realpi.Bedrock, Address: server.URL}
	outcome, err := pi.Run(t.Context(), realpi.Job{Model: m, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if outcome.Exit != 0 || outcome.Stdout != "Nothing there.\n" || len(service.Exchanges()) != 2 {
		t.Fatalf("%d requests, outcome %+v", len(service.Exchanges()), *outcome)
	}
	for _, e := range service.Exchanges() {
		if e.Status != 200 || len(e.Violations) > 0 || !strings.HasSuffix(e.Path, bedrockModels[0]+"/converse-stream") {
			t.Errorf("%s: refused: %v", e.Path, e.Violations)
		}
	}
	second := gjson.GetBytes(service.Exchanges()[1].Body, "messages.2.content")
	if n := len(second.Get("#.toolResult.toolUseId").Array()); n != 2 {
		t.Errorf("%d results in %s", n, second.Raw)
	}
	session, err := os.ReadFile(realpi.Home{Dir: dir}.Session())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(session, []byte(`"api":"bedrock-converse-stream"`)) {
		t.Fatalf("no answer through Bedrock in %s", session)
	}
	compareOne(t, pi, session, realpi.Bedrock)
}
