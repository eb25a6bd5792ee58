package recovery_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/recovery"
)

// TestStepsGrowAsTheSessionDoes repairs each hostile shape in two sizes, in a program
// that counts how often each block of its code is run: neither reads nor allocations
// tell of a loop that only looks. No block may be run much more often than the session
// grew.
func TestStepsGrowAsTheSessionDoes(t *testing.T) {
	if name := os.Getenv("PI_FIX_COUNTED"); name != "" {
		repairFile(t, name)
		return
	}
	if testing.Short() {
		t.Skip("it builds a program that counts")
	}
	program := filepath.Join(t.TempDir(), "counted.test")
	out, err := exec.Command("go", "test", "-c", "-covermode=count", "-coverpkg=github.com/pi-fix/pi-fix/...,github.com/tidwall/...",
		"-o", program, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, shape := range hostileShapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const n, times = 2000, 4
			few, many := steps(t, program, shape(n)), steps(t, program, shape(times*n))
			for block, count := range many {
				// Twice for sorting and for longer numbers, and some for reading lines again,
				// which is in vain for a small session.
				if most := 2*times*few[block] + 256*times*n; count > most {
					t.Errorf("%s is run %d times for %d, %d times for %d", block, few[block], n, count, times*n)
				}
			}
		})
	}
}

func repairFile(t *testing.T, name string) {
	session, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, strategy := range []recovery.Strategy{recovery.Rewrite, recovery.Append} {
		p, err := recovery.Prepare(context.Background(), strings.NewReader(string(session)), name, recovery.Policy{Workers: 1, Strategy: strategy})
		if err != nil {
			t.Fatal(err)
		}
		if p.Patch != nil {
			if _, err := p.Patch.WriteTo(io.Discard); err != nil {
				t.Error(err)
			}
		}
	}
}

// steps returns how often each block of code is run to repair a session.
func steps(t *testing.T, program, session string) map[string]int {
	t.Helper()
	name, profile := filepath.Join(t.TempDir(), "session.jsonl"), filepath.Join(t.TempDir(), "profile")
	if err := os.WriteFile(name, []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run", "^TestStepsGrowAsTheSessionDoes$", "-test.coverprofile", profile)
	cmd.Env = append(os.Environ(), "PI_FIX_COUNTED="+name)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(profile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	counts := map[string]int{}
	in := bufio.NewScanner(f)
	for in.Scan() {
		var block string
		var statements, count int
		if n, _ := fmt.Sscanf(in.Text(), "%s %d %d", &block, &statements, &count); n == 3 {
			counts[strings.TrimPrefix(block, "github.com/")] += count
		}
	}
	if len(counts) == 0 {
		t.Fatal("nothing was counted")
	}
	return counts
}
