package hook

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// The package as it is published, too. pi finds it in its folder by itself, so
// the user's settings are never written.
//
//go:embed pi-package
var pack embed.FS

// configName is the file that holds what was chosen. It is not in the package.
const configName = "hook.json"

// A Config is what was chosen when the hook was installed.
type Config struct {
	Mode Mode `json:"mode"`
	// Made are the folders that were not there before, outermost first.
	Made []string `json:"made,omitempty"`
}

// A Place is the folder of pi's configuration, seen as one for the hook.
type Place struct {
	Agent string
	// Write gives a file new content, whole or not at all.
	Write func(name string, mode fs.FileMode, content []byte) error
}

// Dir is where the package stands (pi-coding-agent package-manager.js,
// collectAutoExtensionEntries).
func (p Place) Dir() string { return filepath.Join(p.Agent, "extensions", "pi-fix") }

// files are those of the package, by name.
func files() map[string][]byte {
	out := map[string][]byte{}
	entries, err := fs.ReadDir(pack, "pi-package")
	for _, e := range entries {
		var b []byte
		if b, err = pack.ReadFile("pi-package/" + e.Name()); err != nil {
			break
		}
		out[e.Name()] = b
	}
	if err != nil {
		panic(err) // they are part of the program
	}
	return out
}

// Config returns what was chosen; without an installation that is nothing.
func (p Place) Config() (Config, error) {
	name := filepath.Join(p.Dir(), configName)
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Config{}, nil
	}
	var c Config
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err == nil && !slices.Contains(Modes, c.Mode) {
		err = fmt.Errorf("unknown mode %q", c.Mode)
	}
	if err != nil {
		return Config{Mode: Ask}, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// Install puts the package into pi's folder. It reports whether anything changed.
func (p Place) Install(mode Mode) (changed bool, err error) {
	c, err := p.Config()
	if err != nil {
		c = Config{} // written anew
	}
	c.Mode = mode
	made, err := MakeDirs(p.Dir())
	if err != nil {
		return false, err
	}
	c.Made = append(c.Made, made...)
	content, err := json.Marshal(c)
	if err != nil {
		return false, err
	}
	all := files()
	all[configName] = append(content, '\n')
	for name, content := range all {
		name = filepath.Join(p.Dir(), name)
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, content) {
			continue
		}
		changed = true
		if err := p.Write(name, 0o644, content); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// MakeDirs makes a folder and returns those that were not there, outermost first.
func MakeDirs(dir string) (made []string, err error) {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			break
		}
		made = append(made, at)
	}
	slices.Reverse(made)
	return made, os.MkdirAll(dir, 0o755)
}

// Uninstall takes out what Install has put there, and folders that it made and
// that are empty now. left are files that are somebody else's.
func (p Place) Uninstall() (changed bool, left []string, err error) {
	c, _ := p.Config() // what cannot be read goes, too
	ours := files()
	ours[configName], ours[soundName] = nil, nil
	for name := range ours {
		switch err := os.Remove(filepath.Join(p.Dir(), name)); {
		case err == nil:
			changed = true
		case !errors.Is(err, fs.ErrNotExist):
			return changed, nil, err
		}
	}
	entries, err := os.ReadDir(p.Dir())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return changed, nil, err
	}
	for _, e := range entries {
		left = append(left, filepath.Join(p.Dir(), e.Name()))
	}
	slices.Reverse(c.Made)
	for _, dir := range append([]string{p.Dir()}, c.Made...) {
		_ = os.Remove(dir) // one that is not empty stays
	}
	return changed, left, nil
}

// Presence is how much of the package is in its place.
type Presence string

// The presences.
const (
	Off     Presence = "off"
	On      Presence = "on"
	Changed Presence = "changed" // it is that of another version, or was edited
	Barred  Presence = "barred"  // it is there, and pi does not load it
)

// Present says how much of the package is in its place.
func (p Place) Present() (Presence, error) {
	found, same := 0, 0
	all := files()
	for name, content := range all {
		b, err := os.ReadFile(filepath.Join(p.Dir(), name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return Off, err
		}
		found++
		if bytes.Equal(b, content) {
			same++
		}
	}
	switch {
	case found == 0:
		return Off, nil
	case same < len(all):
		return Changed, nil
	}
	return On, nil
}

// InTheWay returns the file for which pi takes all extensions of its folder to be one,
// and does not look into the folders beside it; "" without one.
func (p Place) InTheWay() string {
	for _, name := range []string{"index.ts", "index.js"} {
		name = filepath.Join(filepath.Dir(p.Dir()), name)
		if _, err := os.Stat(name); err == nil {
			return name
		}
	}
	return ""
}

// Note adds folders that were made for a shell's file to what is taken out again.
// Where the package is not installed there is no place for a note.
func (p Place) Note(made []string) error {
	c, err := p.Config()
	if len(made) == 0 || err != nil || c.Mode == "" {
		return err
	}
	c.Made = append(c.Made, made...)
	content, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return p.Write(filepath.Join(p.Dir(), configName), 0o644, append(content, '\n'))
}
