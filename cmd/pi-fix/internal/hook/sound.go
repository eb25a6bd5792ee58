package hook

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"time"
)

// soundName is the file that holds which sessions were found sound. It stands with
// the package and goes with it.
const soundName = "sound.json"

// unsure is how young a file may not be: it could change once more within the
// same tick of its clock.
const unsure = 2 * time.Second

// Sound remembers which sessions a program found sound, by their size and time, so
// that a folder of many need not be checked each time one is picked from it.
type Sound struct {
	place Place
	held  held
	seen  map[string]stamp
	now   time.Time
}

type held struct {
	// Program is what found them sound; another one knows other rules.
	Program string           `json:"program"`
	Files   map[string]stamp `json:"files"`
}

type stamp struct {
	Size int64     `json:"size"`
	Time time.Time `json:"time"`
}

// Sound reads what is remembered. What cannot be read is forgotten.
func (p Place) Sound(program string, now time.Time) *Sound {
	s := &Sound{place: p, seen: map[string]stamp{}, now: now}
	b, err := os.ReadFile(filepath.Join(p.Dir(), soundName))
	if err != nil || json.Unmarshal(b, &s.held) != nil || s.held.Program != program {
		s.held = held{Program: program}
	}
	return s
}

// Has reports whether the file is one that was found sound.
func (s *Sound) Has(name string, info fs.FileInfo) bool {
	was, ok := s.held.Files[name]
	if !ok || was.Size != info.Size() || !was.Time.Equal(info.ModTime()) {
		return false
	}
	s.seen[name] = was
	return true
}

// Add remembers a file that was found sound. info is from before it was read.
func (s *Sound) Add(name string, info fs.FileInfo) {
	if s.now.Sub(info.ModTime()) > unsure {
		s.seen[name] = stamp{info.Size(), info.ModTime()}
	}
}

// Keep writes what is remembered, if it is something else than before and the hook
// is installed. Files of other folders stay in it.
func (s *Sound) Keep(dir string) error {
	next := held{s.held.Program, maps.Clone(s.seen)}
	for name, was := range s.held.Files {
		if filepath.Dir(name) != dir {
			next.Files[name] = was
		}
	}
	if maps.EqualFunc(next.Files, s.held.Files, func(a, b stamp) bool { return a.Size == b.Size && a.Time.Equal(b.Time) }) {
		return nil
	}
	if _, err := os.Stat(s.place.Dir()); err != nil {
		return nil
	}
	b, err := json.Marshal(next)
	if err != nil {
		return err
	}
	return s.place.Write(filepath.Join(s.place.Dir(), soundName), 0o600, append(b, '\n'))
}
