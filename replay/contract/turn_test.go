package contract_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/replay/contract"
)

func TestPieces(t *testing.T) {
	for _, text := range []string{"", "short", strings.Repeat("ä€😀", 40), strings.Repeat("x", 100_000), strings.Repeat("\x80", 50)} {
		pieces := contract.Pieces(text)
		if strings.Join(pieces, "") != text || len(pieces) == 0 || len(pieces) > 9 {
			t.Errorf("%d pieces of %.20q", len(pieces), text)
		}
		for _, p := range pieces {
			if utf8.ValidString(text) && !utf8.ValidString(p) {
				t.Errorf("%q is cut inside of a letter", p)
			}
		}
	}
}

// TestTurnHasTwoForms holds that blocks, and a text with calls, say the same to
// an API that reads only one of them.
func TestTurnHasTwoForms(t *testing.T) {
	call := contract.Call{Name: "read"}
	for _, test := range []struct {
		name   string
		turn   contract.Turn
		said   string
		calls  int
		blocks int
		reason contract.Stop
	}{
		{"zero", contract.Turn{}, "ok", 0, 1, contract.StopEnd},
		{"text", contract.Turn{Text: "a"}, "a", 0, 1, contract.StopEnd},
		{"calls", contract.Turn{Calls: []contract.Call{call, call}}, "", 2, 2, contract.StopCalls},
		{"nothing", contract.Turn{Blocks: []contract.Block{}}, "", 0, 0, contract.StopEnd},
		{"a thought", contract.Turn{Blocks: []contract.Block{{Thought: &contract.Thought{Text: "hm"}}}}, "", 0, 1, contract.StopEnd},
		{"all", contract.Turn{Blocks: []contract.Block{{Text: "a"}, {Call: &call}, {Text: "b"}}}, "ab", 1, 3, contract.StopCalls},
		{"cut short", contract.Turn{Calls: []contract.Call{call}, Stop: contract.StopLength}, "", 1, 1, contract.StopLength},
	} {
		whole := test.turn.Whole()
		if whole.Said() != test.said || len(whole.Calls) != test.calls || len(whole.Content()) != test.blocks || whole.Reason() != test.reason {
			t.Errorf("%s: got %q, %d calls, %d blocks, %s", test.name, whole.Said(), len(whole.Calls), len(whole.Content()), whole.Reason())
		}
	}
}

// TestFaultsHaveNames holds that each name is that of one fault.
func TestFaultsHaveNames(t *testing.T) {
	for _, name := range contract.FaultNames() {
		if f, ok := contract.FaultNamed(name); !ok || f.String() != name {
			t.Errorf("%s is %v", name, f)
		}
	}
	if _, ok := contract.FaultNamed("none"); ok {
		t.Error("none is no fault")
	}
}
