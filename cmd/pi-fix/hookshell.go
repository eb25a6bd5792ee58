package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/hook"
)

// rcFile is the file that a shell reads at its start.
type rcFile struct {
	shell   *hook.Shell
	name    string
	exists  bool
	mode    fs.FileMode
	content []byte
}

func readRC(s *hook.Shell, env hook.Env) (*rcFile, error) {
	f := &rcFile{shell: s, name: s.File(env), mode: 0o644}
	info, err := os.Stat(f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err == nil {
		f.exists, f.mode = true, info.Mode().Perm()
		f.content, err = os.ReadFile(f.name)
	}
	if err == nil {
		_, _, err = s.Present(f.content)
	}
	if errors.Is(err, hook.ErrHalfBlock) {
		return nil, usage("take out the lines between \"# >>> pi-fix hook\" and \"# <<< pi-fix hook\" by hand", "%s: %v; nothing was written", f.name, err)
	}
	if err != nil {
		return nil, usage("put the function in by hand, or choose: pi-fix hook install --shell none", "%s: %s; nothing was written", f.name, bare(f.name, err))
	}
	return f, nil
}

// backup is where the file is kept as it was.
func (f *rcFile) backup() string { return f.name + ".pi-fix.bak" }

// wrap puts the function into the file.
func (a *app) wrap(place hook.Place, f *rcFile) error {
	content, err := f.shell.With(f.content, f.exists)
	if err != nil {
		return err
	}
	if bytes.Equal(content, f.content) {
		a.say("pi is wrapped already in %s", f.name)
		return nil
	}
	made, err := hook.MakeDirs(filepath.Dir(f.name))
	if err != nil {
		return unwritable(f.name, err)
	}
	if err := place.Note(made); err != nil {
		return err
	}
	if f.exists {
		if err := place.Write(f.backup(), f.mode, f.content); err != nil {
			return err
		}
	}
	if err := place.Write(f.name, f.mode, content); err != nil {
		return err
	}
	a.say("pi is wrapped in %s", f.name)
	a.say("next: open a new terminal, or: source %s", quote(f.name))
	return nil
}

// unwrap takes the function out of the file again.
func (a *app) unwrap(place hook.Place, f *rcFile) error {
	present, _, err := f.shell.Present(f.content)
	if err != nil || !present {
		return err
	}
	rest, gone, err := f.shell.Without(f.content)
	switch {
	case err != nil:
		return err
	case gone:
		err = os.Remove(f.name)
	default:
		err = place.Write(f.name, f.mode, rest)
	}
	if err != nil {
		return unwritable(f.name, err)
	}
	if err := os.Remove(f.backup()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unwritable(f.backup(), err)
	}
	a.say("pi is no longer wrapped in %s", f.name)
	return nil
}

func (a *app) hookUninstall() error {
	place, env, err := hookPlace()
	if err != nil {
		return err
	}
	files := make([]*rcFile, len(hook.Shells))
	for i, s := range hook.Shells {
		if files[i], err = readRC(s, env); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := a.unwrap(place, f); err != nil {
			return err
		}
	}
	changed, left, err := place.Uninstall()
	if err != nil {
		return err
	}
	if changed {
		a.say("the package is taken out of %s", place.Dir())
	} else {
		a.say("the package is not in %s", place.Dir())
	}
	for _, name := range left {
		a.say("%s is not of pi-fix and stays", name)
	}
	if settings, err := place.Settings(); err == nil && settings.Listed() {
		a.say("next: pi has the published package, too: pi remove npm:pi-fix-hook")
	}
	return nil
}

func newHookStatus(a *app) *cobra.Command {
	var format formatFlag
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say what of the hook is on",
		Long: `Say what of the hook is on. The exit status is 0 when pi loads the package and the package
finds pi-fix, 1 when not or when it is that of another version.`,
		Args: noTarget("status"),
		RunE: func(*cobra.Command, []string) error { return a.hookStatus(format) },
	}
	format.add(cmd.Flags(), statusFormats)
	return cmd
}

var statusFormats = []string{"text", "json"}

func (a *app) hookStatus(format formatFlag) error {
	if err := format.check(statusFormats); err != nil {
		return err
	}
	place, env, err := hookPlace()
	if err != nil {
		return err
	}
	s := &hookStatus{Setting: os.Getenv(hook.Variable)}
	if err := a.packageStatus(place, s); err != nil {
		return err
	}
	for _, shell := range hook.Shells {
		one, err := statusOf(shell, env)
		if err != nil {
			return err
		}
		s.Shells = append(s.Shells, one)
	}
	if s.Program = a.program(); s.Program == "" {
		a.raise(exitLeft)
	}
	text := s.text()
	if format.name == "json" {
		if text, err = s.json(); err != nil {
			return err
		}
	}
	_, err = a.out.Write(text)
	return err
}

func (a *app) packageStatus(place hook.Place, s *hookStatus) error {
	settings, err := place.Settings()
	if err != nil {
		return unreadableSettings(err)
	}
	mode, _, trouble := hookMode("")
	if trouble != nil {
		a.say("%v", trouble)
	}
	s.Package.Mode, s.Package.Dir = mode, place.Dir()
	if s.Package.State, err = place.Present(); err != nil {
		return fmt.Errorf("look at the package: %w", err)
	}
	switch {
	case s.Package.State == hook.Off && settings.Listed():
		s.Package.State, s.Package.Dir = hook.On, "npm:pi-fix-hook"
	case s.Package.State != hook.Off && a.sayBarred(place, settings):
		s.Package.State = hook.Barred
	case s.Package.State != hook.On:
		a.say("next: pi-fix hook install")
	}
	if s.Package.State != hook.On {
		a.raise(exitLeft)
	}
	return nil
}

func statusOf(shell *hook.Shell, env hook.Env) (shellStatus, error) {
	one := shellStatus{Shell: shell.Name, State: hook.Off, File: shell.File(env)}
	f, err := readRC(shell, env)
	if err != nil {
		return one, err
	}
	present, same, err := shell.Present(f.content)
	switch {
	case present && same:
		one.State = hook.On
	case present:
		one.State = hook.Changed
	}
	return one, err
}
