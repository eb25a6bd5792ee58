package realpi_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/events"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// shellPi is a script in the place of pi, and marks its processes so that they can
// be found.
func shellPi(t *testing.T, script string) *exec.Cmd {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	cmd := exec.Command(sh, "-c", script)
	cmd.Env = append(os.Environ(), marker(t))
	return cmd
}

func marker(t *testing.T) string { return "PI_FIX_TEST=" + strings.ReplaceAll(t.Name(), "/", "-") }

func follow(t *testing.T, ctx context.Context, cmd *exec.Cmd) ([]events.Event, events.Event) {
	t.Helper()
	var all []events.Event
	last, err := realpi.Follow(ctx, cmd, nil, func(e events.Event) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(all); n == 0 || all[n-1].Type != last.Type || !last.Last() {
		t.Fatalf("the last event is %+v, told were %+v", last, all)
	}
	return all, last
}

const toldByScript = `
echo '{"type":"session","id":"s","cwd":"/w","timestamp":"2026-01-01T00:00:00.000Z"}'
echo '{"type":"agent_start"}'
echo '{"type":"message_update","assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"Hi"}}'
`

func TestFollowEnds(t *testing.T) {
	const end = `{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"Hi."}],"stopReason":"%s","errorMessage":"%s"}}`
	ended := func(stop, message string) string {
		return toldByScript + "echo '" + fmt.Sprintf(end, stop, message) + "'\necho '{\"type\":\"agent_end\"}'\n"
	}
	for _, test := range []struct {
		name, script string
		want         events.Type
		failure      events.Failure
		text         string
	}{
		{"completed", ended("stop", ""), events.Completed, "", ""},
		{"no end of the last line", strings.TrimSuffix(ended("stop", ""), "\necho '{\"type\":\"agent_end\"}'\n") + "\nprintf '{\"type\":\"agent_end\"}'", events.Completed, "", ""},
		{"rate limit", ended("error", "429 slow down"), events.Failed, events.RateLimited, "429 slow down"},
		{"overloaded", ended("error", "529 overloaded"), events.Failed, events.Overloaded, "529 overloaded"},
		{"rejected", ended("error", "400 no"), events.Failed, events.Rejected, "400 no"},
		{"crashed", toldByScript + "echo oh no >&2; exit 3", events.Failed, events.Crashed, "pi ended in the middle of a run, exit status 3: oh no"},
		{"killed", toldByScript + "kill -9 $$", events.Failed, events.Crashed, "pi ended in the middle of a run, killed by a signal"},
		{"nothing", "echo no key >&2; exit 1", events.Failed, events.Crashed, "pi ended before it ran, exit status 1: no key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, last := follow(t, t.Context(), shellPi(t, test.script))
			if last.Type != test.want || last.Failure != test.failure || last.Text != test.text {
				t.Errorf("got %+v", last)
			}
			nothingRuns(t, marker(t))
		})
	}
}

func TestFollowNotStarted(t *testing.T) {
	all, last := follow(t, t.Context(), exec.Command(filepath.Join(t.TempDir(), "absent")))
	if len(all) != 1 || last.Failure != events.NotStarted || !strings.Contains(last.Text, "absent") {
		t.Errorf("got %+v", all)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if all, last := follow(t, ctx, shellPi(t, toldByScript)); len(all) != 1 || last.Failure != events.Cancelled {
		t.Errorf("cancelled before: %+v", all)
	}
}

func TestFollowStopsWhenNobodyListens(t *testing.T) {
	gone := errors.New("gone")
	calls := 0
	_, err := realpi.Follow(t.Context(), shellPi(t, toldByScript+"sleep 300"), nil, func(events.Event) error {
		calls++
		return gone
	})
	if !errors.Is(err, gone) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	nothingRuns(t, marker(t))
}

// A crash leaves what the tools started; it must not stay.
func TestFollowCleansUpAfterACrash(t *testing.T) {
	_, last := follow(t, t.Context(), shellPi(t, toldByScript+"setsid sleep 300 >/dev/null 2>&1 & sleep 300 & exit 1"))
	if last.Failure != events.Crashed {
		t.Errorf("got %+v", last)
	}
	nothingRuns(t, marker(t))
}

func TestFollowRealPi(t *testing.T) {
	for _, release := range realpi.Releases {
		t.Run(release.Version, func(t *testing.T) {
			pi := realpitest.Pi(t, release.Version)
			_, address := serve(t)
			var kinds []string
			last, err := pi.Follow(t.Context(), realpi.Job{
				Session: strings.NewReader(oneTurn), Model: model(realpi.Anthropic, address),
			}, func(e events.Event) error {
				kinds = append(kinds, string(e.Type)+" "+e.Text)
				return nil
			})
			if got := strings.Join(kinds, ","); err != nil || last.Type != events.Completed || got != "session-resumed ,text ok,completed " {
				t.Errorf("%v: %s", err, got)
			}
		})
	}
}

// The kinds of failure by which a caller decides whether to try again, told by the
// real pi.
func TestFailuresOfRealPi(t *testing.T) {
	pi := realpitest.Pi(t, newest)
	orphan := oneTurn + `{"type":"message","id":"a0000003","parentId":"a0000002","timestamp":"2026-01-01T00:00:03.000Z","message":{"role":"toolResult","toolCallId":"toolu_gone","toolName":"read","content":[{"type":"text","text":"x"}],"isError":false,"timestamp":1767225603000}}` + "\n"
	empty := oneTurn + `{"type":"message","id":"a0000003","parentId":"a0000002","timestamp":"2026-01-01T00:00:03.000Z"}` + "\n"
	for _, test := range []struct {
		name, session string
		fault         replay.Fault
		want          events.Failure
		text          string
	}{
		{"rate limit", oneTurn, replay.RateLimited, events.RateLimited, "rate_limit_error"},
		{"overloaded", oneTurn, replay.Overloaded, events.Overloaded, "overloaded_error"},
		{"error of the service", oneTurn, replay.ServerError, events.Overloaded, "api_error"},
		{"no answer", oneTurn, replay.CutBefore, events.Overloaded, "onnection"},
		{"refused", orphan, replay.NoFault, events.Rejected, "toolu_gone"},
		{"no key", oneTurn, replay.Unauthorized, events.Rejected, "authentication_error"},
		{"broken session", empty, replay.NoFault, events.Crashed, "pi ended before it ran"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			service, address := serve(t)
			service.Script = []replay.Turn{{Fault: test.fault}}
			last, err := pi.Follow(t.Context(), realpi.Job{
				Session: strings.NewReader(test.session), Model: model(realpi.Anthropic, address),
			}, func(events.Event) error { return nil })
			if err != nil || last.Failure != test.want || !strings.Contains(last.Text, test.text) {
				t.Errorf("%v: %+v", err, last)
			}
		})
	}
}
