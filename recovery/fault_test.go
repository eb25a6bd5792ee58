package recovery

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var errInjected = errors.New("injected")

// allSteps lists the protocol's steps from the protocol itself.
func allSteps(t *testing.T) []Step {
	var all []Step
	for _, st := range (&swap{}).steps(t.Context()) {
		all = append(all, st.name)
	}
	return all
}

// The law: whatever step fails, the session is byte for byte what it was or
// what it becomes, the error says which, and nothing is left behind.
func TestEveryStepCanFail(t *testing.T) {
	for _, at := range allSteps(t) {
		t.Run(string(at), func(t *testing.T) {
			name := session(t, before)
			s := &swap{name: name, r: replacing(t, name, after)}
			s.probe = func(st Step) error {
				if st == at {
					return errInjected
				}
				return nil
			}
			err := s.run(t.Context())
			var failed *ReplaceError
			if !errors.Is(err, errInjected) || !errors.As(err, &failed) || failed.Step != at {
				t.Fatalf("got %v", err)
			}
			if failed.Replaced {
				wantContent(t, name, after)
				wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
				return
			}
			wantUntouched(t, name, s.r.Base)
			wantFolder(t, filepath.Dir(name), "s.jsonl")
		})
	}
}

// childEnv tells this test binary, started by itself, what to do: TASK NAME ARG.
const childEnv = "PI_FIX_TEST_CHILD"

func TestChild(t *testing.T) {
	task := strings.Split(os.Getenv(childEnv), "\t")
	if len(task) != 3 {
		t.Skip("only for the tests that start it")
	}
	name, arg := task[1], task[2]
	s := &swap{name: name, r: replacing(t, name, after)}
	switch task[0] {
	case "die":
		s.probe = func(st Step) error {
			if string(st) == arg {
				self, _ := os.FindProcess(os.Getpid())
				_ = self.Kill()
				select {}
			}
			return nil
		}
	case "replace":
	default:
		childTask(t, s, task[0], arg)
	}
	if err := s.run(t.Context()); err != nil {
		fmt.Println(err)
		os.Exit(9)
	}
}

// startChild runs a task to its end and returns what it printed.
func startChild(t *testing.T, task, name, arg string) (string, *exec.ExitError) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childEnv+"="+strings.Join([]string{task, name, arg}, "\t"))
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), exit
}

// The law: wherever a run is killed, the session is the old or the new one, a
// new one has its backup, and the next run leaves nothing of the dead one.
func TestEveryStepCanBeTheLast(t *testing.T) {
	for _, at := range allSteps(t) {
		t.Run(string(at), func(t *testing.T) {
			name := session(t, before)
			was := stamp(t, name)
			if out, exit := startChild(t, "die", name, string(at)); exit == nil {
				t.Fatalf("the child lived: %s", out)
			}
			if is := stamp(t, name); is == was {
				replaceWith(t, name, after)
			}
			wantContent(t, name, after)
			if err := Sweep(name, ""); err != nil {
				t.Error(err)
			}
			wantContent(t, filepath.Join(filepath.Dir(name), bak(before)), before)
			wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
		})
	}
}
