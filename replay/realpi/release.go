package realpi

import "golang.org/x/mod/semver"

// packageName is pi on the npm registry, from 0.74 on.
const packageName = "@earendil-works/pi-coding-agent"

// A Release is one published version of pi and what it takes to run it.
type Release struct {
	// Package is its name on the registry.
	Package string
	// Version is the version on the registry, without a leading v.
	Version string
	// Node is the oldest Node.js that runs it.
	Node string
	// Script is the program inside the package.
	Script string
	// Standalone says that the packed package runs without its dependencies,
	// so that a download and an unpacking replace an installation.
	Standalone bool
}

// Releases are the versions that [Cache.Install] knows, oldest first. Each
// stands for an age of pi: 0.74.2 reads its file only at the start, 0.87.1
// rebuilds every request from the file, 1.5.2 drops the thinking of other
// models and moves the images of failed tools.
//
// The bundle of 0.87.1 looks self-contained and is not: it imports a package
// that only an installation brings.
var Releases = []Release{
	{Package: packageName, Version: "0.74.2", Node: "20.6.0", Script: "dist/cli.js"},
	{Package: packageName, Version: "0.87.1", Node: "22.19.0", Script: "dist/bundle/cli.js"},
	{Package: packageName, Version: "1.5.2", Node: "22.19.0", Script: "dist/bundle/cli.js", Standalone: true},
}

// Old are versions that [Cache.Install] knows too, of before the package got its
// present name. They make sessions as they were, and send nothing: 0.57.1 is the last
// one that skips the rest of a turn for a message (what 0.58.0 to 0.58.3 depend on is
// newer, and does not).
var Old = []Release{
	{Package: "@mariozechner/pi-coding-agent", Version: "0.57.1", Node: "20.6.0", Script: "dist/cli.js"},
}

// switches are the flags that keep everything out of a request which does not
// come from the session. Tools stay: a history with calls and a request
// without tools is refused by some services for that alone.
var switches = []struct{ since, flag string }{
	{"", "--offline"},
	{"", "--no-extensions"},
	{"", "--no-skills"},
	{"", "--no-prompt-templates"},
	{"", "--no-themes"},
	{"0.67.4", "--no-context-files"},
	{"0.79.0", "--no-approve"},
	{"1.0.4", "--no-mcp"},
}

// safeSwitches lists the flags that a version knows; an unknown flag would end
// an older pi.
func safeSwitches(version string) []string {
	var flags []string
	for _, s := range switches {
		if s.since == "" || !older(version, s.since) {
			flags = append(flags, s.flag)
		}
	}
	return flags
}

// older compares two versions without a leading v.
func older(a, b string) bool { return semver.Compare("v"+a, "v"+b) < 0 }
