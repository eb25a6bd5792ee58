package sessionlog_test

import (
	"encoding/json"
	"testing"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// TestScratchThatSaysTheArguments holds that a call whose scratch text says just its
// arguments needs no look: older clients left one in each call of a session.
func TestScratchThatSaysTheArguments(t *testing.T) {
	for _, test := range []struct {
		arguments, scratch string
		odd                bool
	}{
		{`{"path":"a.go"}`, `{"path":"a.go"}`, false},
		{`{"text":"a\n\"b\"\\ c\tü"}`, `{"text":"a\n\"b\"\\ c\tü"}`, false},
		{`{}`, ``, false},
		{`{"path":"a.go"}`, `{"path": "a.go"}`, true},
		{`{"path":"a.go"}`, `{"path":"a.go"`, true},
		{`{"path":"a.go"}`, `{"path":"a.go"}}`, true},
		{`{"path":"a.go"}`, `{"path":"b.go"}`, true},
		{`{"path":"a"}`, `{"pa`, true},
		{`{}`, "\x01", true},
	} {
		scratch, err := json.Marshal(test.scratch)
		if err != nil {
			t.Fatal(err)
		}
		for _, members := range []string{
			`"arguments":` + test.arguments + `,"partialJson":` + string(scratch),
			`"partialJson":` + string(scratch) + `,"arguments":` + test.arguments,
		} {
			log := sessionlog.Parse([]byte(`{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}` + "\n" +
				`{"type":"message","id":"aaaaaa01","parentId":null,"timestamp":"t","message":{"role":"assistant","content":[` +
				`{"type":"toolCall","id":"c1","name":"read",` + members + `}],"usage":{}}}` + "\n"))
			if got := log.Has(1, sessionlog.OddContent); got != test.odd {
				t.Errorf("%s: odd is %v, want %v", members, got, test.odd)
			}
		}
	}
}
