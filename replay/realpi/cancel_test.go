package realpi_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/events"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

const busyScript = toldByScript + `
sleep 300 &
setsid sleep 300 &
(setsid sh -c 'sleep 300; true' &)
n=0
while [ $n -lt 1000 ]; do
  echo '{"type":"message_update","assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"."}}'
  sleep 0.01
  n=$((n+1))
done
`

func TestCancelAtAnyMoment(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 20))
	for i := range 20 {
		after := time.Duration(random.Int64N(int64(300 * time.Millisecond)))
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			_, last := follow(t, ctx, shellPi(t, busyScript))
			if last.Failure != events.Cancelled {
				t.Errorf("got %+v", last)
			}
			nothingRuns(t, marker(t))
		})
	}
}

// A pi that does not listen is killed, and what it said until then is not lost.
func TestCancelAgainstResistance(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said := 0
	last, err := realpi.Follow(ctx, shellPi(t, "trap '' TERM INT HUP\n"+busyScript), nil, func(e events.Event) error {
		if e.Type == events.Text {
			said++
			cancel()
		}
		return nil
	})
	if err != nil || last.Failure != events.Cancelled || said < 20 {
		t.Errorf("%d texts, %v, %+v", said, err, last)
	}
	nothingRuns(t, marker(t))
}

func TestCancelGentlyLosesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	script := "trap 'echo \"{\\\"type\\\":\\\"message_update\\\",\\\"assistantMessageEvent\\\":{\\\"type\\\":\\\"text_delta\\\",\\\"delta\\\":\\\"bye\\\"}}\"; exit 0' TERM\n" +
		toldByScript + "while :; do sleep 0.01; done"
	var said []string
	_, err := realpi.Follow(ctx, shellPi(t, script), nil, func(e events.Event) error {
		if e.Type == events.Text {
			said = append(said, e.Text)
			cancel()
		}
		return nil
	})
	if err != nil || strings.Join(said, ",") != "Hi,bye" {
		t.Errorf("%v, said %q", err, said)
	}
}

// A moment is when a run is cancelled: so long after an event, counted from 1; the
// event 0 is the start.
type moment struct {
	event int
	pause time.Duration
}

// The events up to which a moment is drawn: the session, a text, a call, its
// result, a text, a call that never ends.
const manyEvents = 6

// The real pi is cancelled at twenty moments of a run in which a tool starts
// processes inside and outside of its group.
func TestCancelRealPi(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 52))
	for i := range 20 {
		m := moment{pause: time.Duration(random.Int64N(int64(2 * time.Second)))}
		if i%2 == 1 {
			m = moment{1 + random.IntN(manyEvents), time.Duration(random.Int64N(int64(200 * time.Millisecond)))}
		}
		version := []string{"0.74.2", "1.5.2"}[i/2%2]
		t.Run(fmt.Sprintf("%d-%s", i, version), func(t *testing.T) {
			pi := realpitest.Pi(t, version)
			t.Parallel()
			service, address := serve(t)
			service.Script = []replay.Turn{
				calls("First.", call("toolu_quick", "bash", `{"command":"echo quick"}`)),
				calls("Busy.", call("toolu_busy", "bash", `{"command":"sleep 300 & (setsid sleep 300 &) ; sleep 300"}`)),
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if m.event == 0 {
				time.AfterFunc(m.pause, cancel)
			}
			seen := 0
			cmd := realCommand(t, pi, address)
			last, err := realpi.Follow(ctx, cmd, nil, func(events.Event) error {
				if seen++; seen == m.event {
					time.AfterFunc(m.pause, cancel)
				}
				return nil
			})
			if err != nil || last.Failure != events.Cancelled || seen < m.event {
				t.Errorf("%+v: %v after %d events, %+v", m, err, seen, last)
			}
			nothingRuns(t, marker(t))
			groupIsGone(t, cmd)
		})
	}
}

// Before the start there is nothing to end, and after the end nothing to cancel.
func TestCancelRealPiOutsideOfItsRun(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	service, address := serve(t)
	ctx, cancel := context.WithCancel(t.Context())
	last, err := realpi.Follow(ctx, realCommand(t, pi, address), nil, func(e events.Event) error {
		if e.Last() {
			cancel()
		}
		return nil
	})
	if err != nil || last.Type != events.Completed || len(service.Exchanges()) != 1 {
		t.Errorf("cancelled after the end: %v, %+v", err, last)
	}
	cmd := realCommand(t, pi, address)
	if _, last := follow(t, ctx, cmd); last.Failure != events.Cancelled || cmd.Process != nil || len(service.Exchanges()) != 1 {
		t.Errorf("cancelled before the start: %+v", last)
	}
	nothingRuns(t, marker(t))
}

// While pi waits for the model, and in the middle of an answer, it is cancelled as
// well; a process that an earlier tool left behind goes with it.
func TestCancelRealPiWhileItIsAnswered(t *testing.T) {
	for name, part := range map[string]int{"no answer yet": 0, "half of a stream": 2} {
		t.Run(name, func(t *testing.T) {
			pi := realpitest.Pi(t, newest)
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			service := &replay.Provider{Script: []replay.Turn{
				calls("First.", call("toolu_quick", "bash", `{"command":"(setsid sleep 300 >/dev/null 2>&1 &) ; echo quick"}`)),
				{Text: "a long answer in several pieces"},
			}}
			stalling := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				answer := httptest.NewRecorder()
				service.ServeHTTP(answer, r)
				body := answer.Body.Bytes()
				stalls := len(service.Exchanges()) == 2
				if stalls && part == 0 {
					cancel()
					<-r.Context().Done()
					return
				}
				if stalls {
					body = body[:len(body)/part]
				}
				w.Header().Set("content-type", answer.Header().Get("content-type"))
				w.Write(body)
				if stalls {
					http.NewResponseController(w).Flush()
					cancel()
					<-r.Context().Done()
				}
			}))
			t.Cleanup(stalling.Close)
			cmd := realCommand(t, pi, stalling.URL)
			_, last := follow(t, ctx, cmd)
			if last.Failure != events.Cancelled || len(service.Exchanges()) != 2 {
				t.Errorf("got %+v after %d requests", last, len(service.Exchanges()))
			}
			nothingRuns(t, marker(t))
			groupIsGone(t, cmd)
		})
	}
}

// realCommand is a run of the real pi whose processes can be found.
func realCommand(t *testing.T, pi *realpi.Pi, address string) *exec.Cmd {
	t.Helper()
	home := realpi.Home{Dir: t.TempDir()}
	m := model(realpi.Anthropic, address)
	if err := home.Furnish(m); err != nil {
		t.Fatal(err)
	}
	cmd := pi.Command(context.Background(), home, m, "--mode", "json", "-p", "work")
	cmd.Env = append(cmd.Env, marker(t))
	return cmd
}

// nothingRuns fails when a process with the pair in its environment is left.
func nothingRuns(t *testing.T, pair string) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || runtime.GOOS != "linux" {
		return
	}
	for _, name := range names {
		env, err := os.ReadFile(name)
		if err == nil && bytes.Contains(append([]byte{0}, env...), []byte("\x00"+pair+"\x00")) {
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
			t.Errorf("%s is left: %q", filepath.Dir(name), line)
		}
	}
}

// exiting marks a process that is about to be gone, in its flags.
const exiting = 4

// groupIsGone fails when a process of the command's group is left. One that is
// on its way out, or waits for its parent to notice, counts as gone.
func groupIsGone(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if cmd.Process == nil || runtime.GOOS != "linux" {
		return
	}
	names, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // it is gone
		}
		// The name, in which anything may stand, is followed by state, parent, group,
		// three numbers and the flags.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		flags, _ := strconv.Atoi(fields[6])
		if fields[2] == strconv.Itoa(cmd.Process.Pid) && !strings.Contains("ZX", fields[0]) && flags&exiting == 0 {
			t.Errorf("of the group %s there is %s", fields[2], stat)
		}
	}
}
