package sessionlog_test

import (
	"testing"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// pi asks whether a value is true in JavaScript, of whatever type it is.
func TestSilentByTruth(t *testing.T) {
	for value, is := range map[string]bool{
		`"x"`: true, `""`: false, `7`: true, `0`: false, `-0.0`: false, `1e-400`: false, `1e400`: true, `true`: true, `false`: false,
		`null`: false, `{}`: true, `[]`: true, ` [ ] `: true,
	} {
		summary := sessionlog.Parse([]byte(`{"type":"session","id":"s","version":3}
{"type":"branch_summary","id":"a","parentId":null,"summary":` + value + `}
`))
		if got := !summary.Has(1, sessionlog.Silent); got != is {
			t.Errorf("summary %s: told %t, want %t", value, got, is)
		}
		command := sessionlog.Parse([]byte(`{"type":"session","id":"s","version":3}
{"type":"message","id":"a","parentId":null,"message":{"role":"bashExecution","excludeFromContext":` + value + `}}
`))
		if got := command.Has(1, sessionlog.Silent); got != is {
			t.Errorf("excludeFromContext %s: silent %t, want %t", value, got, is)
		}
	}
}
