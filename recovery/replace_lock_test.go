package recovery

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

func TestTwoReplaces(t *testing.T) {
	name := session(t, before)
	// Both are computed from the same content before either starts.
	plans := []Replacement{
		replacing(t, name, after),
		replacing(t, name, after+"{\"id\":\"b\"}\n"),
	}
	results := make(chan error, len(plans))
	for _, r := range plans {
		go func() {
			_, err := Replace(t.Context(), name, r)
			results <- err
		}()
	}
	done, refused := 0, 0
	for range plans {
		var changed *ChangedError
		switch err := <-results; {
		case err == nil:
			done++
		case errors.As(err, &changed):
			refused++
		default:
			t.Error(err)
		}
	}
	if done != 1 || refused != 1 {
		t.Errorf("%d done and %d refused, want one of each", done, refused)
	}
	wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
}

func TestReplaceDoesNotWaitForEver(t *testing.T) {
	name := session(t, before)
	l, err := tryLock(lockName(filepath.Dir(name), "s.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = Replace(ctx, name, replacing(t, name, after))
	if !errors.Is(err, ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	l.release()
	wantFolder(t, filepath.Dir(name), "s.jsonl")
}
