package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// race is contenders that do the same job. Ratios are to the first of them that is
// not pi-fix.
type race struct {
	name       string
	contenders []contender
}

// contender is a program with its arguments.
type contender struct {
	name  string
	args  []string
	env   []string
	ready func() error // before each run, not timed
	fails bool         // that it finds something is no failure
	self  bool         // it is pi-fix
}

// result is what the runs of one contender took.
type result struct {
	wall []time.Duration
	peak int64 // bytes
}

func (r *result) median() time.Duration {
	slices.Sort(r.wall)
	return r.wall[len(r.wall)/2]
}

func (r race) run(runs int) error {
	var there []contender
	for _, c := range r.contenders {
		if _, err := exec.LookPath(c.args[0]); err != nil {
			fmt.Printf("| %s | %s | not installed | | | |\n", r.name, c.name)
			continue
		}
		there = append(there, c)
	}
	results := make([]result, len(there))
	for turn := -1; turn < runs; turn++ { // the first turn warms up
		for i, c := range there {
			wall, peak, err := c.once()
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if turn >= 0 {
				results[i].wall = append(results[i].wall, wall)
				results[i].peak = max(results[i].peak, peak)
			}
		}
	}
	base := slices.IndexFunc(there, func(c contender) bool { return !c.self })
	for i, c := range there {
		m, ratio := results[i].median(), ""
		if base >= 0 && i != base {
			ratio = fmt.Sprintf("%.2f × %s", float64(m)/float64(results[base].median()), there[base].name)
		}
		w := results[i].wall
		fmt.Printf("| %s | %s | %s | %s … %s | %s | %d MiB |\n", r.name, c.name, short(m), short(w[0]), short(w[len(w)-1]), ratio, results[i].peak>>20)
	}
	return nil
}

func short(d time.Duration) string {
	if d < 100*time.Millisecond {
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.3f s", d.Seconds())
}

// once runs a contender once.
func (c contender) once() (time.Duration, int64, error) {
	if c.ready != nil {
		if err := c.ready(); err != nil {
			return 0, 0, err
		}
	}
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Env = append(os.Environ(), c.env...)
	var said strings.Builder
	cmd.Stderr = &said
	from := time.Now()
	err := cmd.Run()
	wall := time.Since(from)
	var exit *exec.ExitError
	if err != nil && !(c.fails && errors.As(err, &exit) && exit.ExitCode() == 1) {
		return 0, 0, fmt.Errorf("%w\n%s", err, said.String())
	}
	return wall, peakOf(cmd.ProcessState), nil
}
