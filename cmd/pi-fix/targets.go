package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/pflag"
)

// target is one session that a command is to look at.
type target struct {
	name  string // as it is shown; "-" is standard input
	named bool   // given by itself, not found in a folder
	err   error  // why there is nothing to look at
}

// standardInput is the name of a session that is read from standard input.
const standardInput = "-"

var errNotRegular = errors.New("not a regular file")

// targetFlags are the ways to name sessions other than by file.
type targetFlags struct {
	latest     bool
	sessionDir string
	since      string
}

func (f *targetFlags) add(fs *pflag.FlagSet) {
	fs.BoolVarP(&f.latest, "continue", "c", false, "the session of this folder that pi would continue")
	fs.StringVar(&f.sessionDir, "session-dir", "", "folder where pi keeps its sessions (default: as pi finds it)")
}

// addSince adds the choice of what has changed, for commands that look at folders.
func (f *targetFlags) addSince(fs *pflag.FlagSet) {
	fs.StringVar(&f.since, "since", "", "without the sessions that are in git as they were at this `revision`")
}

func isSessionName(name string) bool {
	return strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".jsonl.gz")
}

// targets resolves arguments to sessions, in their order, those of a folder by
// name. What cannot be resolved is a target with an error, so that the others
// are still tried; an error is one of usage.
func (a *app) targets(args []string, f targetFlags) ([]target, error) {
	if f.latest {
		if len(args) > 0 {
			return nil, usage("leave one of them away", "--continue and the name of a session exclude each other")
		}
		name, err := a.latest(f)
		if err != nil {
			return nil, err
		}
		args = []string{name}
	}
	out := resolveAll(args, f)
	if f.since == "" {
		return out, nil
	}
	out, err := changedSince(f.since, out)
	if err == nil && len(out) == 0 {
		a.say("no session has changed since %s", f.since)
	}
	return out, err
}

// resolveAll returns the sessions that arguments stand for, each once.
func resolveAll(args []string, f targetFlags) []target {
	if len(args) == 1 && isFolder(args[0]) {
		return inFolder(args[0]) // which names no file twice
	}
	var out []target
	met := map[string]bool{}
	for _, arg := range args {
		for _, t := range resolve(arg, f) {
			if key := identity(t.name); !met[key] {
				met[key] = true
				out = append(out, t)
			}
		}
	}
	return out
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func (a *app) latest(f targetFlags) (string, error) {
	s, err := openStore(f.sessionDir)
	if err != nil {
		return "", err
	}
	name, passed, err := s.latest()
	for _, p := range passed {
		a.say("%s: passed over as pi does, since it has no header that pi can read; to repair it, name it", p)
	}
	return name, err
}

// identity is the same for two names of one file: repairing it twice at a time
// would end in a complaint that it changed.
func identity(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// resolve returns the sessions that one argument stands for.
func resolve(arg string, f targetFlags) []target {
	if arg == standardInput {
		return []target{{name: arg, named: true}}
	}
	info, err := os.Stat(arg)
	switch {
	case arg == "":
		return []target{{named: true, err: usage("name a session", "an empty name is no session")}}
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?[{"):
		return byPattern(arg, f)
	case errors.Is(err, fs.ErrNotExist) && !looksLikeFile(arg):
		return byID(arg, f)
	case err != nil:
		return []target{{name: arg, named: true, err: err}}
	case info.IsDir():
		return inFolder(arg)
	case !info.Mode().IsRegular():
		return []target{{name: arg, named: true, err: errNotRegular}}
	}
	return []target{{name: arg, named: true}}
}

// looksLikeFile is pi's test for names as against ids.
func looksLikeFile(arg string) bool {
	return strings.ContainsAny(arg, `/\`) || isSessionName(arg)
}

func byID(word string, f targetFlags) []target {
	s, err := openStore(f.sessionDir)
	if err != nil {
		return []target{{name: word, named: true, err: err}}
	}
	found := s.find(word)
	switch len(found) {
	case 0:
		return []target{{name: word, named: true, err: &noSessionError{word, s.root}}}
	case 1:
		return resolve(found[0], f)
	}
	return []target{{name: word, named: true, err: usage("give more of the id: "+strings.Join(found, ", "),
		"%s: %d sessions have an id that begins so", word, len(found))}}
}

// A noSessionError reports a word that is neither a file nor a session's id.
type noSessionError struct{ Word, Root string }

func (e *noSessionError) Error() string {
	return fmt.Sprintf("no such file, and no session with that id in %s", e.Root)
}

// Is reports that the error is fs.ErrNotExist.
func (e *noSessionError) Is(target error) bool { return target == fs.ErrNotExist }

// byPattern returns the sessions that a pattern stands for, ** among them, for
// where no shell has expanded it.
func byPattern(pattern string, f targetFlags) []target {
	names, err := doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly())
	if err != nil {
		return []target{{name: pattern, named: true, err: usage("see what patterns there are: pi-fix check --help", "%s: %v", pattern, err)}}
	}
	var out []target
	for _, name := range names {
		if isSessionName(name) {
			t := resolve(name, f)[0]
			t.named = false
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		out = append(out, target{name: pattern, named: true, err: errNoMatch})
	}
	return out
}

// inFolder walks a folder by names. Symbolic links in it are not followed: what
// they lead to is in the folder anyway or does not belong to it.
func inFolder(dir string) []target {
	var out []target
	passed, err := ignored(dir)
	if err != nil {
		return []target{{name: dir, named: true, err: err}}
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err != nil {
			out = append(out, target{name: full, err: err})
			return nil
		}
		if d.IsDir() && name != "." && passed(name+"/") {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || !isSessionName(name) || passed(name) {
			return nil
		}
		out = append(out, target{name: full})
		return nil
	})
	if err != nil {
		out = append(out, target{name: dir, named: true, err: err})
	}
	if len(out) == 0 {
		out = append(out, target{name: dir, named: true, err: errNoSessions})
	}
	return out
}

var errNoMatch = errors.New("no session matches")

var errNoSessions = errors.New("the folder holds no sessions (*.jsonl, *.jsonl.gz)")
