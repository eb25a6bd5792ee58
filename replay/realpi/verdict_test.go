package realpi_test

import (
	"testing"

	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

func TestRecordedSessionsAreAccepted(t *testing.T) {
	for _, version := range []string{"0.87.1", "1.5.2"} {
		pi := realpitest.Pi(t, version)
		for _, api := range apis {
			for _, s := range specimens(t, recorded) {
				t.Run(version+"/"+api+"/"+s.name, func(t *testing.T) {
					t.Parallel()
					session := through(s.session, api)
					a := ask(t, pi, session, ownModel(session, api))
					if a.verdict != accepted || len(a.exchange.Violations) != 0 {
						t.Errorf("%s: %v", a.verdict, a.exchange.Violations)
					}
				})
			}
		}
	}
}

func TestDamagedSessionsAreJudged(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	s := specimenNamed(t, "0.87.1-parallel")
	for _, api := range apis {
		for _, d := range damages {
			t.Run(api+"/"+d.name, func(t *testing.T) {
				t.Parallel()
				session := through(damaged(t, s.session, d), api)
				a := ask(t, pi, session, ownModel(session, api))
				if d.then != varying && a.verdict != d.then {
					t.Errorf("%s, want %s: %v%s", a.verdict, d.then, a.exchange.Violations, a.stderr)
				}
			})
		}
	}
}

// pi gives a prompt the id of the last entry as its parent. Where there is none,
// nothing of the session is sent.
func TestProjectionOfALeafWithoutID(t *testing.T) {
	pi := realpitest.Pi(t, newest)
	for _, id := range []string{``, `"id":null,`, `"id":"",`, `"id":42,`} {
		last := `{"type":"message",` + id + `"parentId":"a0000002","timestamp":"2026-01-01T00:00:03.000Z","message":{"role":"user","content":"second question","timestamp":1767225603000}}`
		s := specimen{id, []byte(oneTurn + last + "\n")}
		compareStored(t, pi, s, realpi.Anthropic, realpi.Anthropic)
	}
	for _, last := range []string{`42`, `"x"`, `[]`, `null`} {
		s := specimen{last, []byte(oneTurn + last + "\n")}
		compareStored(t, pi, s, realpi.Anthropic, realpi.Anthropic)
	}
}
