package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pi-fix/pi-fix/replay"
)

// serviceFlags say who is at the two ends of a replay, where the session does not.
type serviceFlags struct {
	profiles, baseURL, pi string
}

func (f *serviceFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.profiles, "profile", "", "`list` of the flavours of the services that count (default: what the model's provider is known for)")
	fs.StringVar(&f.pi, "pi-version", replay.PiVersions[0].Name, "`version` of pi that would send: "+strings.Join(piVersions(), ", "))
	fs.StringVar(&f.baseURL, "base-url", "", "`URL` where the session's model is served, if the name of its provider does not tell")
}

// options reads the flags.
func (f *serviceFlags) options() (replay.Options, error) {
	o := replay.Options{BaseURL: f.baseURL}
	pi, known := replay.PiVersionNamed(f.pi)
	if !known {
		return o, usage(cmp.Or(didYouMean(f.pi, piVersions()), "the versions are "+strings.Join(piVersions(), ", ")),
			"unknown version %q of pi", f.pi)
	}
	o.Version = pi.Differs
	if f.profiles == "" {
		return o, nil
	}
	if f.baseURL != "" {
		return o, usage("leave one of them away", "--profile and --base-url exclude each other")
	}
	names := profileNames()
	for name := range strings.SplitSeq(f.profiles, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(names, name) {
			return o, usage(cmp.Or(didYouMean(name, names), "the profiles are "+strings.Join(names, ", ")), "unknown profile %q", name)
		}
		o.Profiles = append(o.Profiles, name)
	}
	return o, nil
}

// piVersions are the versions of pi that are known, the newest first.
func piVersions() []string {
	names := make([]string, len(replay.PiVersions))
	for i, v := range replay.PiVersions {
		names[i] = v.Name
	}
	return names
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
