package replay_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

// elsewhere tells, for the sessions in damages, which clauses of two more APIs
// refuse them, "" where the API takes the request.
var elsewhere = map[string]struct{ google, mistral string }{
	"sound":                                {},
	"sound, results in another order":      {},
	"sound, no results at all":             {},
	"sound, an aborted turn":               {},
	"sound, a length stop":                 {},
	"sound, compacted":                     {},
	"sound, settings between":              {},
	"A orphan":                             {"response-turn-order", "call-count"},
	"A orphan first":                       {"response-turn-order", "role-order"},
	"B result of an aborted turn":          {"response-turn-order", "role-order"},
	"B result of a failed turn":            {"response-turn-order", "role-order"},
	"C custom message between":             {"response-turn-order", "role-order"},
	"C command between":                    {"response-turn-order", "role-order"},
	"C branch summary between":             {"response-turn-order", "role-order"},
	"C user between":                       {"response-turn-order", "role-order"},
	"C' half a batch late":                 {"response-turn-order", "role-order"},
	"D failed retry between":               {"response-count", "call-count"},
	"D assistant between":                  {"response-count", "call-count"},
	"E twice":                              {"response-count", "call-count"},
	"F before its call":                    {"response-turn-order", "role-order"},
	"G id in two turns":                    {},
	"G id twice in one turn":               {},
	"H ids of another model fall together": {},
	"H id of another and of the own model": {"response-count", "tool-call-id-format"},
	"I empty id":                           {"", "tool-call-id-format"},
	"I no id":                              {"", "tool-call-id-format"},
	"J id with other characters":           {"", "tool-call-id-format"},
	"K tool name with a dot":               {"", "function-name-format"},
	"L arguments are a string":             {"response-shape", ""},
	"L' no arguments":                      {},
	"M half a pair in arguments":           {"invalid-json", ""},
	"N empty error result":                 {},
	"O error result with image":            {},
	"P empty text beside an image":         {},
	"Q image of another type":              {},
	"R unknown block":                      {"inline-data", "image-invalid"},
	"S redacted thinking without payload":  {},
	"Y kept part begins with a result":     {"response-turn-order", "role-order"},
	"Y' compaction between":                {"response-turn-order", "role-order"},
	"Z assistant edited away":              {"response-turn-order", "role-order"},
	"Z' length stop edited away":           {"response-turn-order", "role-order"},
	"AA result without id":                 {"response-count", "tool-call-id-format"},
	"AB assistant first":                   {},
	"AC result of white space":             {},
	"AE empty user string":                 {"part-without-data", ""},
}

func TestWhatReachesOtherProvidersBroken(t *testing.T) {
	for _, d := range damages {
		want, known := elsewhere[d.name]
		if !known {
			t.Errorf("nothing is said of %s", d.name)
		}
		breaks(t, d.name, "google-generative-ai", d.path, d.more, "gemini/", want.google)
		breaks(t, d.name, "google-vertex", d.path, d.more, "gemini/", want.google)
		breaks(t, d.name, "mistral-conversations", d.path, d.more, "mistral/", want.mistral)
	}
}

var shortID = regexp.MustCompile(`"c([0-9])"`)

// breaks checks which clause refuses a session, "" for none.
func breaks(t *testing.T, name, api, path string, more func(*session), prefix, want string) {
	t.Helper()
	s := started(api)
	s.walk(t, path)
	if more != nil {
		more(s)
	}
	if api == "mistral-conversations" {
		// Its own ids have nine characters.
		for i, line := range s.lines {
			s.lines[i] = shortID.ReplaceAllString(line, `"call0000$1"`)
		}
	}
	v := s.run(t, replay.Options{APIs: []string{api}})
	switch {
	case v.API != api:
		t.Errorf("%s: asked %s, want %s", name, v.API, api)
	case want == "" && !v.Accepted():
		t.Errorf("%s on %s: refused: %v", name, api, v.Violations)
	case want != "" && (v.Accepted() || !slices.Contains(ids(v), prefix+want)):
		t.Errorf("%s on %s: got %v, want %s", name, api, ids(v), want)
	}
}

// An old Gemini gets the picture of a result in a content of its own, between
// the results of parallel calls.
func TestPicturesOfOldGeminis(t *testing.T) {
	for model, want := range map[string]string{"gemini-2.5-pro": "gemini/response-count", "gemini-3-pro": ""} {
		s := started("google-generative-ai")
		s.model = model
		s.walk(t, "U A[c1,c2]")
		s.result("c1", image("image/png"), false)
		s.result("c2", text("out"), false)
		v := s.run(t, replay.Options{})
		if got := strings.Join(ids(v), " "); !strings.HasPrefix(got, want) || (want == "") != v.Accepted() {
			t.Errorf("%s: got %s, want %s", model, got, want)
		}
	}
}
