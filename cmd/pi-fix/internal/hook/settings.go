package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Settings are pi's own, as far as they say something about the hook. They are
// read only.
type Settings struct {
	Packages   []json.RawMessage `json:"packages"`
	Extensions []string          `json:"extensions"`
}

// A SettingsError reports settings that pi cannot read either.
type SettingsError struct {
	Name string
	Line int
	Err  error
}

func (e *SettingsError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Name, e.Line, e.Err) }

// Unwrap returns what is wrong with them.
func (e *SettingsError) Unwrap() error { return e.Err }

// Settings reads pi's settings; without a file they say nothing.
func (p Place) Settings() (Settings, error) {
	name := filepath.Join(p.Agent, "settings.json")
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(bytes.TrimSpace(b)) == 0 {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, err
	}
	b = bytes.TrimPrefix(b, []byte("\ufeff")) // as pi does
	var s Settings
	if err := json.Unmarshal(b, &s); err != nil {
		at := len(b)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = int(syntax.Offset)
		} else if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
			at = int(kind.Offset)
		}
		return s, &SettingsError{name, 1 + bytes.Count(b[:min(at, len(b))], []byte("\n")), err}
	}
	return s, nil
}

// Bars reports whether the settings leave the package in pi's folder out: by name
// (-extensions/pi-fix/index.ts, as "pi config" writes it) or by a pattern.
func (s Settings) Bars() bool {
	barred := false
	names := []string{"extensions/pi-fix/index.ts", "extensions/pi-fix", "index.ts", "pi-fix"}
	matches := func(pattern string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			return doublestar.MatchUnvalidated(strings.TrimPrefix(pattern, "./"), name)
		})
	}
	for _, sign := range []byte("!+-") { // in the order in which pi applies them
		for _, e := range s.Extensions {
			if len(e) > 1 && e[0] == sign && matches(e[1:]) {
				barred = sign != '+'
			}
		}
	}
	return barred
}

// Listed reports whether the published package is installed with pi, too.
func (s Settings) Listed() bool {
	for _, raw := range s.Packages {
		var source string
		if json.Unmarshal(raw, &source) != nil {
			var one struct{ Source string }
			_ = json.Unmarshal(raw, &one) // what is neither is none of ours
			source = one.Source
		}
		if source == "npm:"+packageName || strings.HasPrefix(source, "npm:"+packageName+"@") {
			return true
		}
	}
	return false
}

const packageName = "pi-fix-hook"
