package recovery

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"
)

func TestLiveByTime(t *testing.T) {
	name := session(t, before)
	at := stamp(t, name).ModTime
	for now, want := range map[time.Duration]Reason{
		0: Recent, 4 * time.Second: Recent, 6 * time.Second: Idle, -4 * time.Second: Recent, -time.Hour: Idle,
	} {
		use, err := Live(name, Witness{Now: at.Add(now)})
		if err != nil || use.Reason != want {
			t.Errorf("after %v: %v, %v", now, use, err)
		}
	}
	use, err := Live(name, Witness{Now: at.Add(4 * time.Second), MinAge: time.Second})
	if err != nil || use.Reason != Idle {
		t.Errorf("with another age: %v, %v", use, err)
	}
}

func TestLiveInside(t *testing.T) {
	name := session(t, before)
	link := name + ".link"
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	use, err := Live(name, Witness{SessionFile: link, Now: time.Unix(1<<40, 0)})
	if err != nil || use.Reason != Inside {
		t.Errorf("got %v, %v", use, err)
	}
	refusal := error(&LiveError{Name: name, Use: use})
	if !errors.Is(refusal, ErrLive) {
		t.Errorf("%v is not ErrLive", refusal)
	}
}

func TestLiveOfNothing(t *testing.T) {
	if _, err := Live(t.TempDir()+"/no.jsonl", Witness{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
