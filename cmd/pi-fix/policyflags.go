package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
)

// policyFlags say what a repair does where people differ.
type policyFlags struct{ values report.Policy }

// choice is a flag that takes one of a few words, the first by default.
type choice struct {
	name, usage string
	words       []string
	value       *string
}

func (f *policyFlags) choices() []choice {
	v := &f.values
	return []choice{
		{"orphans", "what becomes of a result that does not stand with its call", []string{"move", "drop", "text"}, &v.Orphans},
		{"missing", "what becomes of a call without a result", []string{"synthesize", "drop-call"}, &v.Missing},
		{"strategy", "how a repair gets into the file", []string{"rewrite", "append"}, &v.Strategy},
	}
}

func (f *policyFlags) add(cmd *cobra.Command) {
	for _, c := range f.choices() {
		cmd.Flags().StringVar(c.value, c.name, c.words[0], c.usage+": "+strings.Join(c.words, ", "))
		complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return c.words, cobra.ShellCompDirectiveNoFileComp
		}
		if err := cmd.RegisterFlagCompletionFunc(c.name, complete); err != nil {
			panic("pi-fix: " + err.Error()) // the flag was added above
		}
	}
}

// check refuses words that are none of the flag's. A command without the flags
// leaves them empty, which stands for the defaults.
func (f *policyFlags) check() error {
	for _, c := range f.choices() {
		if *c.value == "" {
			*c.value = c.words[0]
		}
		if slices.Contains(c.words, *c.value) {
			continue
		}
		next := didYouMean(*c.value, c.words)
		if next == "" {
			next = "it is one of " + strings.Join(c.words, ", ")
		}
		return usage(next, "unknown value %q of --%s", *c.value, c.name)
	}
	return nil
}

// strategy is how the repair gets into the file.
func (f *policyFlags) strategy() recovery.Strategy {
	if f.values.Strategy == "append" {
		return recovery.Append
	}
	return recovery.Rewrite
}

// ways are the fixes that the flags ask for.
func (f *policyFlags) ways() []integrity.Way {
	var ways []integrity.Way
	switch f.values.Orphans {
	case "drop":
		ways = append(ways, integrity.DropResult)
	case "text":
		ways = append(ways, integrity.KeepAsText)
	}
	if f.values.Missing == "drop-call" {
		ways = append(ways, integrity.DropCall)
	}
	return ways
}

// shown is the policy for the report, nil for the default one.
func (f *policyFlags) shown() *report.Policy {
	if f.args() == "" {
		return nil
	}
	return &f.values
}

// args are the flags as they have to be given again, "" for the defaults. Without
// names some of them.
func (f *policyFlags) args(without ...string) string {
	var b strings.Builder
	for _, c := range f.choices() {
		if !slices.Contains(without, c.name) && *c.value != c.words[0] && *c.value != "" {
			fmt.Fprintf(&b, "--%s %s ", c.name, *c.value)
		}
	}
	return b.String()
}
