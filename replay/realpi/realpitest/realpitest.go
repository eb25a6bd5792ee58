// Package realpitest gives tests the real pi, or a reason to skip.
//
// Two variables steer it: PI_FIX_REALPI_CACHE names the folder of installed
// versions, and PI_FIX_REQUIRE_REALPI=1 turns every skip into a failure, for
// machines on which the tests have to run.
package realpitest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pi-fix/pi-fix/replay/realpi"
)

// Pi returns an installed version of pi. It skips the test in short mode,
// without npm or where the version cannot be installed.
func Pi(t testing.TB, version string) *realpi.Pi {
	t.Helper()
	if testing.Short() {
		Skip(t, "the real pi is not run in short mode")
	}
	dir, err := cacheDir()
	if err != nil {
		Skip(t, "no folder for installed versions of pi: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cache := &realpi.Cache{Dir: dir, Env: os.Environ()}
	pi, err := cache.Install(ctx, version)
	if errors.Is(err, realpi.ErrUnknownVersion) {
		t.Fatal(err)
	}
	if err != nil {
		Skip(t, "the real pi is not here: %v", err)
	}
	return pi
}

// Skip skips the test, or fails it where the real pi is required.
func Skip(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("PI_FIX_REQUIRE_REALPI") == "1" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

func cacheDir() (string, error) {
	if dir := os.Getenv("PI_FIX_REALPI_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "pi-fix", "realpi"), nil
}
