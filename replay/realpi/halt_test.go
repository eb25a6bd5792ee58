package realpi

import (
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

// A pi that is to end has two seconds to do so, five more once it is killed, and
// is given up then. The time is not the real one.
func TestHaltTakesThreeSteps(t *testing.T) {
	for _, test := range []struct {
		name        string
		ends        time.Duration // 0 is never
		least, most time.Duration
		why         string
	}{
		{"when asked", time.Second, time.Second, time.Second, "stop"},
		{"when killed", 4 * time.Second, 4 * time.Second, 4 * time.Second, "stop"},
		{"never", 0, graceful + forced, graceful + forced + time.Second, "stop; pi could not be killed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			sleep, err := exec.LookPath("sleep")
			if err != nil {
				t.Skip("needs a program that waits")
			}
			cmd := exec.Command(sleep, "300")
			ownGroup(cmd)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				done := make(chan error, 1)
				if test.ends > 0 {
					time.AfterFunc(test.ends, func() { done <- nil })
				}
				ending, begun := events.Ending{Cancelled: true, Why: "stop"}, time.Now()
				halt(cmd, "PI_FIX_TEST="+strings.ReplaceAll(t.Name(), "/", "-"), done, &ending)
				if took := time.Since(begun); took < test.least || took > test.most || ending.Why != test.why {
					t.Errorf("%v, %+v", took, ending)
				}
			})
			if err := cmd.Wait(); err == nil {
				t.Error("it was not ended")
			}
		})
	}
}
