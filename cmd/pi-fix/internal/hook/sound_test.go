package hook

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSound(t *testing.T) {
	p := place(filepath.Join(t.TempDir(), "agent"))
	dir := t.TempDir()
	now := time.Now()
	file := func(name, content string, age time.Duration) (string, fs.FileInfo) {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return name, info
	}
	old, oldInfo := file("old", "1", time.Hour)
	young, youngInfo := file("young", "1", time.Second)
	keep := func(program string) *Sound {
		s := p.Sound(program, now)
		s.Add(old, oldInfo)
		s.Add(young, youngInfo)
		if err := s.Keep(dir); err != nil {
			t.Fatal(err)
		}
		return p.Sound(program, now)
	}
	if keep("a").Has(old, oldInfo) {
		t.Error("something is kept where nothing is installed")
	}
	if _, err := p.Install(Ask); err != nil {
		t.Fatal(err)
	}
	if s := keep("a"); !s.Has(old, oldInfo) || s.Has(young, youngInfo) {
		t.Error("the old one is to be kept, the young one not")
	}
	if p.Sound("b", now).Has(old, oldInfo) {
		t.Error("another program trusts it")
	}
	for content, age := range map[string]time.Duration{"2 more": time.Hour, "2": time.Minute} {
		if _, info := file("old", content, age); p.Sound("a", now).Has(old, info) {
			t.Errorf("a file that changed to %q, %v old, is trusted", content, age)
		}
	}
	// A look at another folder forgets nothing; one at this folder forgets what is gone.
	if err := p.Sound("a", now).Keep(t.TempDir()); err != nil || !p.Sound("a", now).Has(old, oldInfo) {
		t.Errorf("forgotten: %v", err)
	}
	if err := p.Sound("a", now).Keep(dir); err != nil || p.Sound("a", now).Has(old, oldInfo) {
		t.Errorf("not forgotten: %v", err)
	}
	if _, left, err := p.Uninstall(); left != nil || err != nil {
		t.Errorf("left %q, %v", left, err)
	}
}
