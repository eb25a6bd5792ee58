package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestEveryCommandCanBeInterrupted runs the commands as if the interrupt came at once:
// whatever reads a session or a source file says so and leaves it as it was.
func TestEveryCommandCanBeInterrupted(t *testing.T) {
	broken := readFile(t, filepath.Join("..", "..", "testdata", "broken.jsonl"))
	runs := map[string][]string{
		"check": {"S"}, "repair": {"S"}, "replay": {"S"}, "diff": {"S", "S"}, "show": {"S"}, "redact": {"S", "-o", "NEW"},
		"report": {"S", "-o", "NEW"}, "recover": {"S"}, "inline": {"S"}, "restore": {"S"}, "map": {"S"}, "run": {"S", "--", "-p", "go on"},
		"record": {"--pi", os.Args[0], "-o", "NEW", "--", "-p", "go on"}, "events": nil,
	}
	// They read nothing, or wait for the interrupt, which is their end.
	brief := []string{"completion", "help", "hook", "man", "rules", "serve", "version"}
	for _, name := range commandNames() {
		args, long := runs[name]
		if slices.Contains(brief, name) == long {
			t.Errorf("%s: can it be interrupted?", name)
		}
		if !long {
			continue
		}
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			session := filepath.Join(dir, "session.jsonl")
			if err := os.WriteFile(session, broken, 0o600); err != nil {
				t.Fatal(err)
			}
			args := append([]string{name}, args...)
			for i, arg := range args {
				switch arg {
				case "S":
					args[i] = session
				case "NEW":
					args[i] = filepath.Join(dir, "new")
				}
			}
			ctx, interrupt := context.WithCancel(t.Context())
			interrupt()
			var said bytes.Buffer
			a := newApp()
			a.in, a.err = bytes.NewReader(nil), &said
			a.out.Reset(io.Discard)
			root := newRoot(a, args)
			root.SetArgs(args)
			if status := a.exit(root.ExecuteContext(ctx)); status != exitInterrupted {
				t.Errorf("status %d, want %d: %s", status, exitInterrupted, &said)
			}
			if !bytes.Equal(readFile(t, session), broken) {
				t.Error("the session is not as it was")
			}
			if there, _ := filepath.Glob(filepath.Join(dir, "*")); len(there) != 1 {
				t.Errorf("something was left behind: %q", there)
			}
		})
	}
}
