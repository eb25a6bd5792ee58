package hook

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func place(agent string) Place {
	return Place{Agent: agent, Write: func(name string, mode fs.FileMode, b []byte) error { return os.WriteFile(name, b, mode) }}
}

// everything lists what is below a folder, with content.
func everything(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			all = append(all, name)
			return err
		}
		b, err := os.ReadFile(name)
		all = append(all, name+": "+string(b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestInstallLeavesNothing(t *testing.T) {
	for name, prepare := range map[string]func(string) error{
		"nothing there":   func(string) error { return nil },
		"an agent folder": func(dir string) error { return os.MkdirAll(filepath.Join(dir, "agent"), 0o755) },
		"another extension": func(dir string) error {
			other := filepath.Join(dir, "agent", "extensions", "other.ts")
			return errors.Join(os.MkdirAll(filepath.Dir(other), 0o755), os.WriteFile(other, []byte("x"), 0o644))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := prepare(dir); err != nil {
				t.Fatal(err)
			}
			before := everything(t, dir)
			p := place(filepath.Join(dir, "agent"))
			for i, mode := range []Mode{Ask, Ask, Fix} {
				changed, err := p.Install(mode)
				if err != nil || changed != (i != 1) {
					t.Errorf("install %d: changed %v, %v", i, changed, err)
				}
				if c, err := p.Config(); err != nil || c.Mode != mode {
					t.Errorf("install %d: %+v, %v", i, c, err)
				}
			}
			if got, err := p.Present(); got != On || err != nil {
				t.Errorf("got %v, %v", got, err)
			}
			if changed, left, err := p.Uninstall(); !changed || left != nil || err != nil {
				t.Errorf("uninstall: %v, %v, %v", changed, left, err)
			}
			if after := everything(t, dir); !slices.Equal(after, before) {
				t.Errorf("left is %q", after)
			}
			if changed, _, err := p.Uninstall(); changed || err != nil {
				t.Errorf("a second time: %v, %v", changed, err)
			}
		})
	}
}

func TestUninstallLeavesOthersFiles(t *testing.T) {
	p := place(t.TempDir())
	if _, err := p.Install(Ask); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(p.Dir(), "mine.ts")
	if err := os.WriteFile(mine, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, left, err := p.Uninstall(); err != nil || !slices.Equal(left, []string{mine}) {
		t.Errorf("left %q, %v", left, err)
	}
}

func TestPresentOfAnotherVersion(t *testing.T) {
	p := place(t.TempDir())
	if got, err := p.Present(); got != Off || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := p.Install(Warn); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.Dir(), "index.ts"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Present(); got != Changed || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestSettings(t *testing.T) {
	p := place(t.TempDir())
	for text, want := range map[string]struct{ barred, listed bool }{
		"":                         {},
		`{}`:                       {},
		`{"extensions":["x.ts"]}`:  {},
		`{"extensions":["-pi-x"]}`: {},
		`{"extensions":["-extensions/pi-fix/index.ts"]}`:          {barred: true},
		`{"extensions":["!extensions/**"]}`:                       {barred: true},
		`{"extensions":["!pi-*","+extensions/pi-fix/index.ts"]}`:  {},
		`{"packages":["npm:pi-fix-hook@0.1.0"]}`:                  {listed: true},
		`{"packages":[{"source":"npm:pi-fix-hook"},"npm:other"]}`: {listed: true},
		`{"packages":["npm:pi-fix-hooks", 7]}`:                    {},
	} {
		if err := os.WriteFile(filepath.Join(p.Agent, "settings.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := p.Settings()
		if err != nil || s.Bars() != want.barred || s.Listed() != want.listed {
			t.Errorf("%s: %v, %v, %v", text, s.Bars(), s.Listed(), err)
		}
	}
	if err := os.WriteFile(filepath.Join(p.Agent, "settings.json"), []byte("{\n  \"a\": 1,\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Settings(); err == nil || !strings.Contains(err.Error(), "settings.json:3: ") {
		t.Errorf("got %v", err)
	}
}

// The package says of itself what pi and the registry look for.
func TestManifest(t *testing.T) {
	var m struct {
		Name     string
		Keywords []string
		Pi       struct{ Extensions []string }
	}
	all := files()
	if err := json.Unmarshal(all["package.json"], &m); err != nil {
		t.Fatal(err)
	}
	if m.Name != packageName || !slices.Contains(m.Keywords, "pi-package") {
		t.Errorf("got %+v", m)
	}
	for _, name := range m.Pi.Extensions {
		if _, ok := all[strings.TrimPrefix(name, "./")]; !ok {
			t.Errorf("there is no %s", name)
		}
	}
}
