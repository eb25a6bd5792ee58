package replay_test

import (
	"slices"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

// servedBy is a session of a provider in which an id is used again in a later
// turn: OpenAI pairs turn by turn, others want it once in the whole request.
func servedBy(t *testing.T, provider, path string) *session {
	t.Helper()
	s := started("openai-completions")
	s.provider, s.model = provider, "m"
	s.walk(t, path)
	return s
}

// A session is judged as strictly as the service of its own model does, and no
// stricter.
func TestTheServiceOfTheSessionJudges(t *testing.T) {
	const again, local = "U A[c1] T(c1) A[c1] T(c1) A", "http://localhost:8080/v1"
	for _, test := range []struct {
		provider, path string
		o              replay.Options
		profiles, want []string
	}{
		{"deepseek", again, replay.Options{}, []string{"deepseek"}, []string{"deepseek/duplicate-tool-call-id"}},
		{"zai", again, replay.Options{}, []string{"zai"}, []string{"zai/messages-illegal"}},
		{"groq", again, replay.Options{}, []string{"groq"}, nil},
		{"mine", again, replay.Options{}, nil, nil},
		{"mine", again, replay.Options{BaseURL: "https://api.deepseek.com"}, []string{"deepseek"}, []string{"deepseek/duplicate-tool-call-id"}},
		{"deepseek", again, replay.Options{BaseURL: local}, []string{"deepseek"}, []string{"deepseek/duplicate-tool-call-id"}},
		{"deepseek", again, replay.Options{Profiles: []string{"groq", "cca"}}, []string{"groq"}, nil},
		{"deepseek", again, replay.Options{Profiles: []string{}}, nil, nil},
		{"mistral", "U A[c1] T(c1) A", replay.Options{}, []string{"mistral"}, []string{"mistral/tool-call-id-format", "mistral/tool-call-id-format"}},
		{"moonshotai", "U A[c1] T(c1) A", replay.Options{}, []string{"kimi"}, nil},
		{"kimi-coding", "U A[c1] T(c1) U U A", replay.Options{}, []string{"kimi"}, nil},
	} {
		v := servedBy(t, test.provider, test.path).run(t, test.o)
		if !slices.Equal(v.Profiles, test.profiles) || !slices.Equal(ids(v), test.want) || v.Accepted() != (test.want == nil) {
			t.Errorf("%s %+v: got %v as %v, want %v as %v", test.provider, test.o, v.Violations, v.Profiles, test.want, test.profiles)
		}
	}
}

// The address is that of the session's own model: what a change of the model
// would bring is asked of the services themselves.
func TestTheAddressIsOfTheSessionsModel(t *testing.T) {
	s := servedBy(t, "mine", "U A")
	v := s.run(t, replay.Options{APIs: []string{"anthropic-messages"}, BaseURL: "https://api.deepseek.com"})
	if !slices.Equal(v.Profiles, []string{"anthropic-manual"}) {
		t.Errorf("got %v", v.Profiles)
	}
}

// Every request that was sent is judged as the next one is.
func TestEveryTurnIsAskedOfItsService(t *testing.T) {
	log := servedBy(t, "deepseek", "U A[c1] T(c1) A[c1] T(c1) A").log()
	found, err := replay.EveryTurn(t.Context(), log, replay.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].Turn != 3 || !slices.Equal(found[0].Broken.Profiles, []string{"deepseek"}) {
		t.Errorf("got %+v", found)
	}
}
