package realpi_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

func TestInstalledVersionsSayTheirVersion(t *testing.T) {
	for _, release := range realpi.Releases {
		t.Run(release.Version, func(t *testing.T) {
			pi := realpitest.Pi(t, release.Version)
			dir := t.TempDir()
			home := realpi.Home{Dir: dir}
			if err := home.Furnish(model(realpi.Anthropic, "http://127.0.0.1:9")); err != nil {
				t.Fatal(err)
			}
			cmd := pi.Command(t.Context(), home, model(realpi.Anthropic, ""), "--version")
			out, err := cmd.CombinedOutput()
			if got := strings.TrimSpace(string(out)); got != release.Version || err != nil {
				t.Errorf("--version: %q, %v", got, err)
			}
		})
	}
}

func TestInstallKnowsOnlyItsReleases(t *testing.T) {
	cache := realpi.Cache{Dir: t.TempDir()}
	if _, err := cache.Install(t.Context(), "0.0.1"); !errors.Is(err, realpi.ErrUnknownVersion) {
		t.Errorf("got %v", err)
	}
}

func TestInstallWithoutNpm(t *testing.T) {
	cache := realpi.Cache{Dir: t.TempDir()}
	if _, err := cache.Install(t.Context(), "1.5.2"); !errors.Is(err, realpi.ErrNoNpm) && !errors.Is(err, realpi.ErrNoNode) {
		t.Errorf("got %v", err)
	}
}

// A stand-in for npm and node lets the cache be tested without a network.
const (
	fakeNode = "#!/bin/sh\necho v99.0.0\n"
	fakeNpm  = `#!/bin/sh
echo run >>"$LOG"
test -z "$BROKEN" || { echo "no such luck" >&2; exit 3; }
mkdir -p node_modules/@earendil-works/pi-coding-agent
`
)

func fakeTools(t *testing.T, extra ...string) *realpi.Cache {
	t.Helper()
	bin := t.TempDir()
	for name, script := range map[string]string{"node": fakeNode, "npm": fakeNpm} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=" + bin + ":/usr/bin:/bin", "LOG=" + filepath.Join(bin, "log")}
	return &realpi.Cache{Dir: filepath.Join(t.TempDir(), "cache"), Env: append(env, extra...)}
}

func runsOfNpm(t *testing.T, c *realpi.Cache) int {
	t.Helper()
	text, err := os.ReadFile(strings.TrimPrefix(c.Env[1], "LOG="))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "run")
}

func TestInstallHappensOnce(t *testing.T) {
	cache := fakeTools(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := cache.Install(context.Background(), "0.87.1"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := runsOfNpm(t, cache); n != 1 {
		t.Errorf("npm ran %d times", n)
	}
}

func TestInstallLeavesNothingHalfDone(t *testing.T) {
	cache := fakeTools(t, "BROKEN=1")
	_, err := cache.Install(t.Context(), "0.87.1")
	var failed *realpi.CommandError
	if !errors.As(err, &failed) || !strings.Contains(failed.Error(), "no such luck") ||
		!strings.Contains(failed.Command, "npm install") {
		t.Fatalf("got %v", err)
	}
	left, err := filepath.Glob(filepath.Join(cache.Dir, "pi-0.87.1*[^k]"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	cache.Env = cache.Env[:2]
	if _, err := cache.Install(t.Context(), "0.87.1"); err != nil {
		t.Errorf("second attempt: %v", err)
	}
}
