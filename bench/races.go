package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// races are the comparisons, in the order of the README's table.
func races(fix string, d data) []race {
	check := func(name, target string, env ...string) contender {
		return contender{name: name, args: []string{fix, "check", "-q", target}, env: env, self: true}
	}
	sh := func(name, script string, args ...string) contender {
		return contender{name: name, args: append([]string{"sh", "-c", script, "sh"}, args...)}
	}
	one := "GOMAXPROCS=1"
	out := []race{
		{"check, text", []contender{
			{name: "wc -l", args: []string{"wc", "-l", d.text}}, check("pi-fix", d.text), check("pi-fix, 1 CPU", d.text, one),
			{name: "cat", args: []string{"cat", d.text}}, {name: "gjson.Valid a line", args: []string{self(), "gjson", "1", d.text}},
			{name: "gjson.Valid a line, 2 goroutines", args: []string{self(), "gjson", "2", d.text}},
		}},
		{"check, images", []contender{
			{name: "wc -l", args: []string{"wc", "-l", d.images}},
			// More images than a request may hold are found.
			{name: "pi-fix", args: []string{fix, "check", "-q", d.images}, self: true, fails: true},
		}},
		{"check, a folder", []contender{
			sh("find, cat, wc -l", `find "$1" -type f -print0 | xargs -0 cat | wc -l`, d.folder), check("pi-fix", d.folder), check("pi-fix, 1 CPU", d.folder, one),
		}},
		{"read, text", []contender{
			check("pi-fix", d.text), {name: "pi", args: piOpen(d.text), env: []string{"PI_OFFLINE=1"}},
			{name: "jq -c", args: []string{"jq", "-c", "select(.message.role==\"toolResult\")|.id", d.text}},
			{name: "python3", args: []string{"python3", "-c", "import json,sys\nfor l in open(sys.argv[1],encoding='utf-8'): json.loads(l)", d.text}},
			{name: "DuckDB", args: duckDB(d.text)},
		}},
		{"a loop over memory", []contender{
			{name: "1 goroutine", args: []string{self(), "spin", "1"}}, {name: "2 goroutines", args: []string{self(), "spin", "2"}},
		}},
	}
	for _, s := range []struct{ name, file string }{{"1 MiB", d.small}, {"10 MiB", d.middle}, {"50 MiB", d.large}} {
		out = append(out, race{"before a resume, " + s.name, []contender{{name: "node -e 0", args: []string{"node", "-e", "0"}}, check("pi-fix check", s.file)}})
	}
	return append(out, repairs(fix, d)...)
}

// startRace is what it takes to begin.
func startRace(fix, links, empty string) race {
	return race{"start", []contender{
		{name: "/bin/true", args: []string{"/bin/true"}},
		{name: "an empty Go program", args: []string{empty}},
		{name: "one that links what pi-fix links", args: []string{links}},
		{name: "pi-fix --version", args: []string{fix, "--version"}, self: true},
	}}
}

// repairs write: each run begins with a fresh copy, which is not timed.
func repairs(fix string, d data) []race {
	var out []race
	for _, r := range []struct{ name, file string }{{"repair, 3 broken lines", d.broken}, {"repair, the last call open", d.tail}} {
		to := filepath.Join(filepath.Dir(r.file), "work", "session.jsonl")
		ready := func() error { return fresh(r.file, to) }
		cp := []string{"sh", "-c", `cp "$1" "$2" && sync "$2"`, "sh", r.file, to + ".copy"}
		both := []string{"sh", "-c", `"$1" check -q "$2"; cp "$2" "$2.copy" && sync "$2.copy"`, "sh", fix, to}
		out = append(out, race{r.name, []contender{
			{name: "cp + fsync", args: cp, ready: ready},
			{name: "cp", args: []string{"cp", r.file, to + ".copy"}, ready: ready},
			{name: "pi-fix check", args: []string{fix, "check", "-q", to}, ready: ready, fails: true, self: true},
			{name: "pi-fix check, then cp + fsync", args: both, ready: ready, self: true},
			{name: "pi-fix --no-verify", args: []string{fix, "repair", "-q", "--no-verify", to}, ready: ready, self: true},
			{name: "pi-fix", args: []string{fix, "-q", to}, ready: ready, self: true},
		}})
	}
	return out
}

// fresh puts a copy of a session into an empty folder.
func fresh(from, to string) error {
	if err := errors.Join(os.RemoveAll(filepath.Dir(to)), os.MkdirAll(filepath.Dir(to), 0o755)); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	// A session that was written a moment ago is waited for.
	old := time.Now().Add(-time.Hour)
	return errors.Join(err, out.Sync(), out.Close(), os.Chtimes(to, old, old))
}

func self() string {
	name, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return name
}

// quote writes a text for JavaScript.
func quote(s string) string { return `"` + strings.ReplaceAll(filepath.ToSlash(s), `"`, `\"`) + `"` }
