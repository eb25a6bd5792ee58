package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

const rootHelp = `Find, repair and prove by replay damaged session logs of the coding agent pi.

"pi-fix SESSION" is short for "pi-fix repair SESSION": it checks the session,
plans a repair, sends the repaired copy to a strict fake of the model services,
replaces the file and keeps a backup beside it. A sound session is not touched.

A SESSION is a file, a folder, - for standard input (with --output), or the
beginning of a session's id.

Exit status: 0 sound or repaired, 1 something is left, 2 trouble (usage,
unreadable, no session, changed meanwhile), 130 interrupted. Of many sessions
the highest counts. Unless it is 0 the file is untouched.`

func newRoot(a *app, args []string) *cobra.Command {
	var o repairOptions
	root := &cobra.Command{
		Use:   "pi-fix SESSION...",
		Short: "Repair damaged session logs of pi",
		Long:  rootHelp,
		Example: `  pi-fix session.jsonl
  pi-fix --continue
  pi-fix check session.jsonl`,
		Version:       version(),
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !o.latest {
				return cmd.Help()
			}
			if err := neither(args, o.targetFlags); err != nil {
				return err
			}
			return a.repair(cmd.Context(), args, o)
		},
	}
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetIn(a.in)
	root.SetVersionTemplate("pi-fix {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	o.addTo(root)
	a.addGlobal(root)
	addCommands(a, root, args)
	return root
}

// addGlobal adds the flags that every command has.
func (a *app) addGlobal(root *cobra.Command) {
	fs := root.PersistentFlags()
	fs.StringVar(&a.color, "color", "auto", "colours: auto, always, never")
	fs.BoolVarP(&a.quiet, "quiet", "q", false, "print nothing but findings")
	fs.BoolVarP(&a.verbose, "verbose", "v", false, "print more: sound sessions of folders, whole lines in diffs")
	fs.IntVar(&a.jobs, "jobs", 0, "how many sessions to work on at a time (default: one per processor)")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		switch {
		case !slices.Contains([]string{"auto", "always", "never"}, a.color):
			return usage("it is auto, always or never", "unknown value %q of --color", a.color)
		case a.jobs < 0:
			return usage("it is 1 or more", "--jobs %d makes no sense", a.jobs)
		}
		return nil
	}
}

// neither refuses a first word that is no session, before any other is touched: it
// may be a command, mistyped or of another version, that does not write.
func neither(args []string, f targetFlags) error {
	if len(args) == 0 || args[0] == standardInput || looksLikeFile(args[0]) {
		return nil
	}
	first := resolve(args[0], f)[0]
	if none := (*noSessionError)(nil); errors.As(first.err, &none) {
		next := didYouMean(args[0], commandNames())
		if next == "" {
			next = explain(args[0], none).next
		}
		return usage(strings.Replace(next, "you mean ", "you mean pi-fix ", 1), "%q is neither a command nor a session", args[0])
	}
	return nil
}

// release is set when a release is built.
var release string

// version is that of the release or, built from source, what Go knows of it.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func (a *app) sayVersion() error {
	_, err := fmt.Fprintf(a.out, "pi-fix %s\n", version())
	return err
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArgs,
		RunE:  func(*cobra.Command, []string) error { return a.sayVersion() },
	}
}
