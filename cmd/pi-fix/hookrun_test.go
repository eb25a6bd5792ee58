package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/hook"
)

// TestHookChoose: what is typed decides, an empty line repairs, and everything that
// is not understood leaves pi alone.
func TestHookChoose(t *testing.T) {
	for _, tt := range []struct {
		typed           string
		fixable         bool
		starts, repairs bool
	}{
		{"\n", true, true, true}, {"r\n", true, true, true}, {"Repair\n", true, true, true},
		{"s\n", true, true, false}, {"start\r\n", true, true, false},
		{"c\n", true, false, false}, {"x\n", true, false, false}, {"repair it\n", true, false, false}, {"", true, false, false},
		{"\n", false, false, false}, {"n\n", false, false, false}, {"r\n", false, false, false}, {"", false, false, false},
		{"y\n", false, true, false}, {"YES", false, true, false},
	} {
		name := filepath.Join(t.TempDir(), "s.jsonl")
		if err := os.WriteFile(name, []byte(orphanSession), 0o644); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		g := &gate{
			a:    &app{in: iotest.OneByteReader(strings.NewReader(tt.typed)), err: &said},
			mode: hook.Ask, asked: true,
			found: []opened{{State: hook.State{Damaged: true, Fixable: tt.fixable}, name: name, text: "it is broken"}},
		}
		starts, err := g.decide(t.Context())
		if err != nil || starts != tt.starts {
			t.Errorf("%q: pi starts: %v, %v\n%s", tt.typed, starts, err, said.String())
		}
		if repaired := string(readFile(t, name)) != orphanSession; repaired != tt.repairs {
			t.Errorf("%q: repaired: %v\n%s", tt.typed, repaired, said.String())
		}
	}
}

// An interrupt ends the question.
func TestHookChooseInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, typed := io.Pipe()
	defer typed.Close()
	a := &app{in: in, err: writerFunc(func(p []byte) (int, error) {
		if strings.Contains(string(p), "[R]epair") {
			cancel()
		}
		return len(p), nil
	})}
	g := &gate{a: a, mode: hook.Ask, asked: true, found: []opened{{State: hook.State{Damaged: true, Fixable: true}}}}
	if starts, err := g.decide(ctx); starts || !errors.Is(err, context.Canceled) {
		t.Errorf("pi starts: %v, %v", starts, err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// A check that takes too long is given up, and says so.
func TestHookPatience(t *testing.T) {
	name := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(name, []byte(orphanSession), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	_, err := (&app{}).look(ctx, name)
	if !errors.Is(err, context.DeadlineExceeded) || notChecked(name, err) != name+": the check takes too long and was given up" {
		t.Errorf("got %v", err)
	}
}
