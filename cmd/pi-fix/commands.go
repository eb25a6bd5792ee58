package main

import (
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
)

// maker makes the command of a name.
type maker struct {
	name string
	make func(*app) *cobra.Command
}

// makers are our commands. It is no variable, since some of them name the others.
func makers() []maker {
	return []maker{
		{"check", newCheck}, {"repair", newRepair}, {"restore", newRestore}, {"recover", newRecover}, {"inline", newInline},
		{"show", newShow}, {"diff", newDiff}, {"report", newReport}, {"redact", newRedact}, {"replay", newReplay}, {"serve", newServe}, {"record", newRecord},
		{"run", newRun}, {"events", newEvents}, {"hook", newHook}, {"map", newMap}, {"rules", newRules}, {"version", newVersion}, {"man", newMan},
	}
}

// commandNames are what a word that is no session may have been meant to be.
func commandNames() []string {
	names := []string{"completion", "help"} // those of the library
	for _, m := range makers() {
		names = append(names, m.name)
	}
	return names
}

// addCommands builds the commands that a word of the arguments names, and the others
// when somebody asks what there is: all of them with their flags take as long as the
// check of a small session.
func addCommands(a *app, root *cobra.Command, args []string) {
	var there []string
	add := func(named func(string) bool) {
		for _, m := range makers() {
			if !slices.Contains(there, m.name) && named(m.name) {
				root.AddCommand(m.make(a))
				there = append(there, m.name)
			}
		}
	}
	all := sync.OnceFunc(func() {
		add(func(string) bool { return true })
		addHelp(root)
	})
	root.CompletionOptions.DisableDefaultCmd = true // addHelp adds it
	add(func(name string) bool { return slices.Contains(args, name) })
	if slices.ContainsFunc(args, needsAll) {
		all()
	}
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		all()
		help(cmd, args)
	})
}

// needsAll reports whether a word asks for something that is made of all commands.
func needsAll(word string) bool {
	return word == "help" || word == "man" || word == "completion" || strings.HasPrefix(word, cobra.ShellCompRequestCmd)
}
