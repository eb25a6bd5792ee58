package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// TestStartMakesNothing holds what the packages of pi-fix allocate before main runs,
// which every start pays for, the hook's among them. Contracts, languages, rules and
// patterns are laid out by the compiler, or made when they are first asked for.
func TestStartMakesNothing(t *testing.T) {
	cmd := exec.Command(buildProgram(t), "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, trace)
	}
	packages, bytes, allocations := 0, 0, 0
	made := regexp.MustCompile(`(?m)^init github\.com/pi-fix/pi-fix/\S+ @.* clock, (\d+) bytes, (\d+) allocs$`)
	for _, m := range made.FindAllStringSubmatch(string(trace), -1) {
		n, _ := strconv.Atoi(m[1])
		times, _ := strconv.Atoi(m[2])
		packages, bytes, allocations = packages+1, bytes+n, allocations+times
	}
	if packages == 0 || bytes > 12_000 || allocations > 150 {
		t.Errorf("%d packages made %d bytes in %d allocations:\n%s", packages, bytes, allocations, trace)
	}
}
