//go:build !windows

package main

import (
	"io"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

// TestTerminalOpens: what pi's terminal ends on with an error, it opens after a repair.
func TestTerminalOpens(t *testing.T) {
	for _, name := range []string{"content-no-usage/no-cost", "content-unshown/compaction", "content-unshown/name"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHookHome(t, "1.5.2")
			h.fake.Then = replay.Turn{Text: "the answer of the fake"}
			session := h.session("s.jsonl", strings.ReplaceAll(string(vectorInput(t, name)), `"/tmp"`, `"/nowhere"`))
			s := show(t, h.pi("--session", session))
			s.await("TypeError")
			_, _ = io.Copy(io.Discard, s.file) // the end of a terminal is an error
			_ = s.cmd.Wait()
			if out, err := h.fix(session).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			s = show(t, h.pi("--session", session))
			s.await("[Extensions]") // from here on pi takes commands
			s.press("go on\r")
			s.await("the answer of the fake")
			h.accepted(1)
			s.leave()
		})
	}
}
