package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pi-fix/pi-fix/replay"
)

// serviceFlags say who is at the two ends of a replay, where the session does not.
type serviceFlags struct {
	profiles, baseURL string
}

func (f *serviceFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.profiles, "profile", "", "`list` of the flavours of the services that count (default: what the model's provider is known for)")
	fs.StringVar(&f.baseURL, "base-url", "", "`URL` where the session's model is served, if the name of its provider does not tell")
}

// options reads the flags.
func (f *serviceFlags) options() (replay.Options, error) {
	o := replay.Options{BaseURL: f.baseURL}
	if f.profiles == "" {
		return o, nil
	}
	if f.baseURL != "" {
		return o, usage("leave one of them away", "--profile and --base-url exclude each other")
	}
	known := profileNames()
	for name := range strings.SplitSeq(f.profiles, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			next := didYouMean(name, known)
			if next == "" {
				next = "the profiles are " + strings.Join(known, ", ")
			}
			return o, usage(next, "unknown profile %q", name)
		}
		o.Profiles = append(o.Profiles, name)
	}
	return o, nil
}

// profileNames are the profiles of all APIs, in order.
func profileNames() []string {
	names := []string{replay.StrictUnion}
	for _, api := range replay.APIs {
		for _, p := range replay.Profiles(api.Name) {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
