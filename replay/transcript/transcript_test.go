package transcript_test

import (
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/transcript"
)

// The vectors are pi's own.
func TestShortHash(t *testing.T) {
	for text, want := range map[string]string{
		"": "k4n83c7h0j2b", "abc": "y0biex7f9bbh", "fc_abc": "1qaoofs1vxahbg", "call_1|fc_1": "krjojfuocgbu",
		"é😀": "102l7zrk951la",
	} {
		if got := transcript.ShortHash(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestSafeID(t *testing.T) {
	for id, want := range map[string]string{
		"call.1/x": "call_1_x", "é😀": "___", "a-b_C9": "a-b_C9", "@[`{": "____", "": "",
		strings.Repeat("x", 70): strings.Repeat("x", 64),
	} {
		if got := transcript.SafeID(id, 64); got != want {
			t.Errorf("%q: got %q, want %q", id, got, want)
		}
	}
	if got := transcript.CutID("é😀é", 2); got != "é\xed\xa0\xbd" {
		t.Errorf("got %q, want half a pair at the cut", got)
	}
}
