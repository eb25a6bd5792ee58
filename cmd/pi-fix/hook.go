package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/hook"
)

func newHook(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "Stand between pi and a damaged session",
		Long: `Stand between pi and a damaged session. "pi-fix hook install" puts a small package into
pi's folder and a function called pi into the file that your shell reads:

- the function checks what pi opens at its start (pi -c, -r, --session, --fork);
- the package checks before /resume, /fork and RPC switch_session, warns of a damaged
  session that was opened, has the command /fix, which repairs the session and opens
  it again, and repairs in every request what is broken in memory.

A sound session is never touched, nor is one that another pi may have open. Without
pi-fix, or when it fails or takes more than 5 seconds, pi works as ever and says so.

PI_FIX_HOOK overrides what was installed: ask, warn, fix, off; with strict added to
it, nothing is opened that could not be checked.`,
		Example: `  pi-fix hook install
  pi-fix hook status
  pi-fix hook uninstall`,
	}
	cmd.AddCommand(newHookInstall(a), newHookUninstall(a), newHookStatus(a), newHookRun(a), newHookServe(a))
	onlyCommands(cmd)
	return cmd
}

func newHookInstall(a *app) *cobra.Command {
	var mode, shell string
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Put the hook into pi's folder and into your shell",
		Long: `Put the hook into pi's folder (PI_CODING_AGENT_DIR, or ~/.pi/agent) and into the file that
your shell reads at its start. pi's settings are not written. The shell's file gets a
marked block at its end; what it held is kept beside it, as NAME.pi-fix.bak, until the
hook is uninstalled. A second installation changes nothing but what is outdated.`,
		Example: `  pi-fix hook install
  pi-fix hook install --mode fix --shell fish
  pi-fix hook install --shell none`,
		Args: noTarget("install"),
		RunE: func(*cobra.Command, []string) error { return a.hookInstall(mode, shell) },
	}
	cmd.Flags().StringVar(&mode, "mode", "", "what becomes of a damaged session: ask, warn, fix (default: as before, or ask)")
	cmd.Flags().StringVar(&shell, "shell", "", "bash, zsh, fish or none (default: that of $SHELL)")
	return cmd
}

func newHookUninstall(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "uninstall",
		Short: "Take the hook out again",
		Long:  "Take the hook out of pi's folder and of every shell's file. Nothing of it is left.",
		Args:  noTarget("uninstall"),
		RunE:  func(*cobra.Command, []string) error { return a.hookUninstall() },
	}
}

func noTarget(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usage("leave it away: it is for all sessions", "hook %s takes no %q", name, args[0])
		}
		return nil
	}
}

// hookPlace is pi's folder, and the surroundings of the shells.
func hookPlace() (hook.Place, hook.Env, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return hook.Place{}, hook.Env{}, fmt.Errorf("find your home folder: %w", err)
	}
	agent, err := agentDir()
	if err == nil {
		agent, err = filepath.Abs(agent)
	}
	write := func(name string, mode fs.FileMode, content []byte) error {
		err := writeNew(name, mode, func(f *os.File) error {
			_, err := f.Write(content)
			return errors.Join(err, f.Chmod(mode))
		})
		if err != nil {
			return unwritable(name, err)
		}
		return nil
	}
	return hook.Place{Agent: agent, Write: write}, hook.Env{Home: home, Get: os.Getenv}, err
}

func (a *app) hookInstall(mode, shell string) error {
	place, env, err := hookPlace()
	if err != nil {
		return err
	}
	if err := checkHookMode(mode); err != nil {
		return err
	}
	wraps, err := chooseShell(shell)
	if err != nil {
		return err
	}
	settings, err := place.Settings()
	if err != nil {
		return unreadableSettings(err)
	}
	// The user's file is looked at before anything is written.
	var rc *rcFile
	if wraps != nil {
		if rc, err = readRC(wraps, env); err != nil {
			return err
		}
	}
	if settings.Listed() {
		a.say("the package is installed with pi already, and stays so")
	} else if err := a.installPackage(place, mode); err != nil {
		return err
	}
	if err := a.wrapShell(place, rc, shell); err != nil {
		return err
	}
	if a.sayBarred(place, settings) {
		a.raise(exitLeft)
	}
	a.program()
	return nil
}

// wrapShell puts the function into the shell's file, if there is one.
func (a *app) wrapShell(place hook.Place, rc *rcFile, chosen string) error {
	if rc != nil {
		return a.wrap(place, rc)
	}
	if chosen == "" {
		why := "SHELL does not say which shell this is"
		if shell := os.Getenv("SHELL"); shell != "" {
			why = fmt.Sprintf("there is no function for the shell %q", filepath.Base(shell))
		}
		a.say("what pi opens at its start is not checked: %s", why)
		a.say("next: name one: pi-fix hook install --shell bash, zsh or fish")
	}
	return nil
}

func (a *app) installPackage(place hook.Place, mode string) error {
	before, err := place.Config()
	if err != nil {
		a.say("%v; it is written anew", err)
	}
	chosen := cmp.Or(hook.Mode(mode), before.Mode, hook.Ask)
	changed, err := place.Install(chosen)
	if err != nil {
		return unwritable(place.Dir(), err)
	}
	state := "is installed already"
	if changed {
		state = "is installed"
	}
	a.say("the package %s in %s, mode %s", state, place.Dir(), chosen)
	return nil
}

// sayBarred says why pi does not load the package, if it does not.
func (a *app) sayBarred(place hook.Place, settings hook.Settings) bool {
	if settings.Bars() {
		a.say("pi's settings leave the package out")
		a.say("next: take extensions/pi-fix out of \"extensions\" in %s", filepath.Join(place.Agent, "settings.json"))
		return true
	}
	name := place.InTheWay()
	if name != "" {
		a.say("pi looks for no other extension beside %s", name)
		a.say("next: put it into a folder of its own, there")
	}
	return name != ""
}

// program is the pi-fix that the package starts. Without one it is "", and that is
// said.
func (a *app) program() string {
	named := os.Getenv("PI_FIX_BINARY")
	found, err := exec.LookPath(cmp.Or(named, "pi-fix"))
	switch {
	case err == nil && strings.Contains(filepath.ToSlash(found), "/_npx/"):
		a.say("pi-fix is on PATH only as long as npx runs; until it is installed, pi works without")
		a.say("next: npm install -g pi-fix")
		return ""
	case err == nil:
		return found
	case named != "":
		a.say("PI_FIX_BINARY names no program: %s; until it does, pi works without pi-fix", named)
	default:
		a.say("pi-fix is not on PATH, where the hook looks for it; until it is, pi works without")
	}
	return ""
}

// chooseShell returns the shell to wrap pi in, nil for none.
func chooseShell(name string) (*hook.Shell, error) {
	if name == "none" {
		return nil, nil
	}
	var names []string
	for _, s := range hook.Shells {
		if s.Name == cmp.Or(name, filepath.Base(os.Getenv("SHELL"))) {
			return s, nil
		}
		names = append(names, s.Name)
	}
	if name == "" {
		return nil, nil
	}
	next := cmp.Or(didYouMean(name, append(names, "none")), "it is none or one of "+strings.Join(names, ", "))
	return nil, usage(next, "unknown shell %q", name)
}

func unreadableSettings(err error) error {
	if s := (*hook.SettingsError)(nil); errors.As(err, &s) {
		return usage("mend it, or see what pi says of it: pi config", "pi's settings cannot be read: %v; nothing was written", err)
	}
	return usage("see who may read it", "pi's settings cannot be read: %v; nothing was written", err)
}

// unwritable says of which file it is that it cannot be written.
func unwritable(name string, err error) error {
	if said := (*usageError)(nil); errors.As(err, &said) {
		return err
	}
	return usage("see who may write there: ls -ld "+quote(filepath.Dir(name)), "%s cannot be written: %s", name, bare(name, err))
}

// hookStatus is what "hook status" tells.
type hookStatus struct {
	Package struct {
		State hook.Presence `json:"state"`
		Dir   string        `json:"dir"`
		Mode  hook.Mode     `json:"mode,omitempty"`
	} `json:"package"`
	Shells  []shellStatus `json:"shells"`
	Program string        `json:"program"`
	Setting string        `json:"setting,omitempty"`
}

type shellStatus struct {
	Shell string        `json:"shell"`
	State hook.Presence `json:"state"`
	File  string        `json:"file"`
}

func (s *hookStatus) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package: %s", s.Package.State)
	if s.Package.State != hook.Off {
		fmt.Fprintf(&b, ", mode %s, %s", s.Package.Mode, s.Package.Dir)
	}
	b.WriteByte('\n')
	for _, one := range s.Shells {
		fmt.Fprintf(&b, "%s: %s", one.Shell, one.State)
		if one.State != hook.Off {
			fmt.Fprintf(&b, ", %s", one.File)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "program: %s\n", cmp.Or(s.Program, "not found"))
	if s.Setting != "" {
		fmt.Fprintf(&b, "%s: %s\n", hook.Variable, s.Setting)
	}
	return b.Bytes()
}

func (s *hookStatus) json() ([]byte, error) {
	b, err := json.MarshalIndent(s, "", "  ")
	return append(b, '\n'), err
}
