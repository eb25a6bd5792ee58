package main

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/contract"
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
	if u, err := url.Parse(f.baseURL); f.baseURL != "" && (err != nil || u.Host == "") {
		return o, usage("it is one like https://api.deepseek.com/v1", "--base-url %q is no URL", f.baseURL)
	}
	if f.profiles == "" {
		return o, nil
	}
	if f.baseURL != "" {
		return o, usage("leave one of them away", "--profile and --base-url exclude each other")
	}
	var err error
	o.Profiles, err = readProfiles(f.profiles, replay.APIs)
	return o, err
}

// readProfiles reads a list of profiles that some of the APIs have.
func readProfiles(list string, apis []*replay.API) ([]string, error) {
	names := profileNames(apis)
	var read []string
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		plain, _, counted := contract.CutProfile(name)
		if plain == contract.Window || plain == contract.Output {
			if !counted {
				return nil, usage("it is a number of tokens, as in "+plain+"=200000", "profile %q has no number", name)
			}
		} else {
			plain = name
		}
		if !slices.Contains(names, plain) {
			what := fmt.Sprintf("unknown profile %q", name)
			if slices.Contains(profileNames(replay.APIs), plain) {
				what = fmt.Sprintf("%s has no profile %q", apis[0].Name, name)
			}
			return nil, usage(cmp.Or(didYouMean(name, names), "the profiles are "+strings.Join(names, ", ")), "%s", what)
		}
		read = append(read, name)
	}
	return read, nil
}

// piVersions are the versions of pi that are known, the newest first.
func piVersions() []string {
	names := make([]string, len(replay.PiVersions))
	for i, v := range replay.PiVersions {
		names[i] = v.Name
	}
	return names
}

// profileNames are the profiles of some APIs, in order.
func profileNames(apis []*replay.API) []string {
	names := []string{replay.StrictUnion}
	for _, api := range apis {
		for _, p := range replay.Profiles(api.Name) {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
