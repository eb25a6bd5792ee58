package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/integrity"
)

// ruleFlags choose among the rules.
type ruleFlags struct{ only, skip []string }

func (f *ruleFlags) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringSliceVar(&f.only, "only", nil, "check and repair these `rules` only")
	fs.StringSliceVar(&f.skip, "skip", nil, "leave these `rules` out")
	for _, name := range []string{"only", "skip"} {
		if err := cmd.RegisterFlagCompletionFunc(name, completeRules); err != nil {
			panic("pi-fix: " + err.Error()) // the flag was added above
		}
	}
}

// choose returns the rules to check, nil for all of them.
func (f *ruleFlags) choose() ([]*integrity.Rule, error) {
	for _, id := range slices.Concat(f.only, f.skip) {
		if integrity.Find(id) == nil {
			return nil, unknownRule(id)
		}
	}
	if len(f.only)+len(f.skip) == 0 {
		return nil, nil
	}
	chosen := []*integrity.Rule{}
	for _, r := range integrity.Rules {
		if (len(f.only) == 0 || slices.Contains(f.only, r.ID)) && !slices.Contains(f.skip, r.ID) {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) == 0 {
		return nil, usage("leave --skip away, or name other rules", "--only and --skip leave no rule")
	}
	// What the chosen rules do must not break what it finds.
	if bound := integrity.Find("content-bound-thinking"); !slices.Contains(chosen, bound) && !slices.Contains(f.skip, bound.ID) {
		chosen = append(chosen, bound)
	}
	return chosen, nil
}

// args are the flags as they have to be given again.
func (f *ruleFlags) args() string {
	out := ""
	if len(f.only) > 0 {
		out = "--only " + strings.Join(f.only, ",") + " "
	}
	if len(f.skip) > 0 {
		out += "--skip " + strings.Join(f.skip, ",") + " "
	}
	return out
}

func unknownRule(id string) error {
	next := didYouMean(id, ruleIDs())
	if next == "" {
		next = "see what there is: pi-fix rules"
	}
	return usage(next, "unknown rule %q", id)
}

func ruleIDs() []string {
	ids := make([]string, len(integrity.Rules))
	for i, r := range integrity.Rules {
		ids[i] = r.ID
	}
	return ids
}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return ruleIDs(), cobra.ShellCompDirectiveNoFileComp
}
