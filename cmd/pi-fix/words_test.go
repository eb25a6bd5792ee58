package main

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func TestNearest(t *testing.T) {
	commands := []string{"check", "repair", "restore", "replay", "rules", "version"}
	for _, test := range []struct {
		word string
		want []string
	}{
		{"chekc", []string{"check"}},
		{"Check", []string{"check"}},
		{"rep", []string{"repair", "replay"}},
		{"rule", []string{"rules"}},
		{"serve", nil},
		{"x", nil},
		{"", nil},
	} {
		if got := nearest(test.word, commands); !slices.Equal(got, test.want) {
			t.Errorf("nearest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"abc", "bc", 1}, {"über", "uber", 1},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

// TestQuoteInShell holds that a shell reads a quoted name as the name.
func TestQuoteInShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash for the $'…' form")
	}
	for _, name := range []string{
		"a.jsonl", "a b.jsonl", "it's.jsonl", "$HOME`x`\"", "~x", "a\x1b[31m.jsonl", "tab\t\n'\\", "\xff", "ä.jsonl", "*", "a\u202eb", "\u20281",
	} {
		out, err := exec.Command(bash, "-c", "printf %s "+quote(name)).Output()
		if err != nil || string(out) != name {
			t.Errorf("quote(%q) = %s, which is read as %q (%v)", name, quote(name), out, err)
		}
	}
	if got := quote("-n.jsonl"); got != "./-n.jsonl" {
		t.Errorf("a name like a flag is quoted as %s", got)
	}
}

func TestBytesText(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 999_600: "1 MB", 1_234_567: "1.23 MB", 1 << 62: "4.61 EB"} {
		if got := bytesText(n); got != want {
			t.Errorf("bytesText(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestInOrder(t *testing.T) {
	items := make([]int, 200)
	for i := range items {
		items[i] = i
	}
	var running, most atomic.Int64
	var got []int
	err := inOrder(t.Context(), 3, items, func(_ context.Context, i int) int {
		most.Store(max(most.Load(), running.Add(1)))
		defer running.Add(-1)
		time.Sleep(time.Duration(i%7) * 10 * time.Microsecond)
		return i
	}, func(i int) error {
		got = append(got, i)
		return nil
	})
	if err != nil || !slices.Equal(got, items) {
		t.Errorf("got %v, %v", got, err)
	}
	if most.Load() > 3 {
		t.Errorf("%d ran at a time, want 3 at most", most.Load())
	}
}

func TestInOrderEnds(t *testing.T) {
	items := make([]int, 100)
	stop := errors.New("stop")
	done := 0
	err := inOrder(t.Context(), 2, items, func(context.Context, int) int { return 0 }, func(int) error {
		if done++; done == 5 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || done != 5 {
		t.Errorf("got %v after %d, want the error after 5", err, done)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = inOrder(ctx, 2, items, func(context.Context, int) int { return 0 }, func(int) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v of an interrupted run", err)
	}
}

// TestCommandNames keeps the words that a typing error is compared with in step
// with the commands.
func TestCommandNames(t *testing.T) {
	var want []string
	for _, c := range newRoot(newApp(), []string{"help"}).Commands() {
		want = append(want, c.Name())
		if c.Short == "" || c.Long == "" && c.Example == "" && c.Name() != "version" {
			t.Errorf("%s has no help", c.Name())
		}
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(commandNames())); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
