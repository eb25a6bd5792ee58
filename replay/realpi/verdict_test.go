package realpi_test

import (
	"testing"

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
