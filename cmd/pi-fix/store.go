package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// store is where pi keeps its sessions, found the way pi finds it: a folder for
// each project below root, or one folder for all when the user chose it.
type store struct {
	root   string
	shared bool   // sessions of all projects lie directly in root
	cwd    string // the working folder as pi sees it
}

// openStore looks at what the user asked for, then at the environment, then at
// pi's settings.
func openStore(sessionDir string) (store, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return store{}, usage("go to a folder that is there, or name the session", "the working folder is not there: %v", err)
	}
	// pi asks the system, which knows no symbolic links; $PWD may hold them.
	if real, err := filepath.EvalSymlinks(cwd); err == nil {
		cwd = real
	}
	dir := cmp.Or(sessionDir, os.Getenv("PI_CODING_AGENT_SESSION_DIR"))
	agent, err := agentDir()
	if err != nil && dir == "" {
		return store{}, err
	}
	if dir = cmp.Or(dir, settingsDir(agent, cwd)); dir == "" {
		return store{root: filepath.Join(agent, "sessions"), cwd: cwd}, nil
	}
	return store{root: expandHome(dir), shared: true, cwd: cwd}, nil
}

func agentDir() (string, error) {
	if dir := os.Getenv("PI_CODING_AGENT_DIR"); dir != "" {
		return expandHome(dir), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", usage("say where they are: --session-dir FOLDER", "nobody knows where pi keeps its sessions: %v", err)
	}
	return filepath.Join(home, ".pi", "agent"), nil
}

func expandHome(dir string) string {
	rest, ok := strings.CutPrefix(dir, "~")
	if home, err := os.UserHomeDir(); ok && err == nil && (rest == "" || os.IsPathSeparator(rest[0])) {
		return home + rest
	}
	return dir
}

// settingsDir returns pi's own setting. That of the project goes before that of the
// user, whether the project is trusted or not (pi-coding-agent main.js,
// startupSettingsManager). Settings that cannot be read have none.
func settingsDir(agent, cwd string) string {
	dir := ""
	for _, folder := range []string{agent, filepath.Join(cwd, ".pi")} {
		b, err := os.ReadFile(filepath.Join(folder, "settings.json"))
		if err != nil {
			continue
		}
		var settings struct {
			SessionDir *string `json:"sessionDir"`
		}
		if json.Unmarshal(bytes.TrimPrefix(b, []byte("\ufeff")), &settings) == nil && settings.SessionDir != nil {
			dir = *settings.SessionDir
		}
	}
	return dir
}

// project returns the folder with the sessions of the working folder.
func (s store) project() string {
	if s.shared {
		return s.root
	}
	name := s.cwd
	if len(name) > 0 && (name[0] == '/' || name[0] == '\\') {
		name = name[1:]
	}
	return filepath.Join(s.root, "--"+strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(name)+"--")
}

// saved is one file of the store and what its header says.
type saved struct {
	name    string
	id, cwd string
	sound   bool // the header is one that pi takes
	info    fs.FileInfo
}

// list returns the sessions that lie directly in a folder, the latest first.
func list(dir string) ([]saved, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []saved
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || filepath.Ext(e.Name()) != ".jsonl" {
			continue
		}
		out = append(out, saved{name: filepath.Join(dir, e.Name()), info: info})
	}
	slices.SortFunc(out, func(a, b saved) int {
		return cmp.Or(b.info.ModTime().Compare(a.info.ModTime()), cmp.Compare(a.name, b.name))
	})
	return out, nil
}

// peek reads the header. Nearly always it is in the first few bytes; pi looks no
// further than the first megabyte.
func (s *saved) peek() {
	f, err := os.Open(s.name)
	if err != nil {
		return
	}
	defer f.Close()
	for _, n := range []int64{4 << 10, 1 << 20} {
		b := make([]byte, min(n, s.info.Size()))
		if _, err := io.ReadFull(f, b); err != nil {
			return
		}
		if s.header(b) || int64(len(b)) == s.info.Size() {
			return
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return
		}
	}
}

func (s *saved) header(b []byte) bool {
	log := sessionlog.Parse(b)
	if log.Header() < 0 || log.Header() != log.Record(0) {
		return false
	}
	e, err := log.Entry(log.Header())
	if err != nil {
		return false
	}
	s.id, s.cwd, s.sound = e.ID(), e.Get("cwd").String(), e.ID() != ""
	return true
}

// latest returns the session that "pi --continue" would open. The names of later
// files that pi passes over, because it cannot read their header, come with it.
func (s store) latest() (name string, passed []string, err error) {
	dir := s.project()
	all, err := list(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", nil, err
	}
	others, latest := 0, ""
	for _, one := range all {
		one.peek()
		switch {
		case !one.sound:
			passed = append(passed, one.name)
		case !s.shared || one.cwd == "" || one.cwd == s.cwd:
			return one.name, passed, nil
		default:
			others, latest = others+1, cmp.Or(latest, one.cwd)
		}
	}
	if others > 0 {
		return "", passed, usage("go there first, or look at all of them: pi-fix check "+quote(dir),
			"there is no session of this folder in %s; those there, %d, are of others, the latest of %s", dir, others, latest)
	}
	return "", passed, usage("name a session, or look at those of all folders: pi-fix check "+quote(s.root),
		"there is no session of this folder in %s", dir)
}

// find returns the sessions whose id begins with word: those of this project, or
// of all projects when it has none.
func (s store) find(word string) []string {
	if found := match(s.project(), word); len(found) > 0 || s.shared {
		return found
	}
	entries, err := os.ReadDir(s.root)
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		if e.IsDir() {
			found = append(found, match(filepath.Join(s.root, e.Name()), word)...)
		}
	}
	return found
}

// match looks at the id in the name, which is there even when the header is
// damaged, and at the one in the header, by which pi goes.
func match(dir, word string) []string {
	all, err := list(dir)
	if err != nil {
		return nil
	}
	var found []string
	for _, one := range all {
		_, id, _ := strings.Cut(strings.TrimSuffix(filepath.Base(one.name), ".jsonl"), "_")
		if id == "" || !strings.HasPrefix(id, word) {
			one.peek()
			id = one.id
		}
		if id == word {
			return []string{one.name}
		}
		if strings.HasPrefix(id, word) {
			found = append(found, one.name)
		}
	}
	return found
}
