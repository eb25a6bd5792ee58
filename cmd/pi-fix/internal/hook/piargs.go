package hook

import (
	"slices"
	"strings"
)

// A Kind is the way in which pi comes to a session at its start.
type Kind int

// The kinds, in the order in which pi decides (pi-coding-agent main.js,
// createSessionManager).
const (
	None   Kind = iota // a new session, or none at all
	Named              // --session, --fork: a file or an id
	Picked             // --resume: one of those of the folder
	Latest             // --continue
	ByID               // --session-id: one of this project, or a new one
)

// An Opening is the session that pi's arguments ask for.
type Opening struct {
	Kind Kind
	// Word is the file or id of Named and ByID.
	Word string
	// SessionDir is --session-dir, "" without.
	SessionDir string
}

// commands are pi's own commands; they open no session.
var commands = []string{"install", "remove", "uninstall", "update", "list", "config", "auth", "mcp"}

// taking are the options that take the next argument whatever it looks like
// (pi-coding-agent cli/args.js).
var taking = []string{
	"--provider", "--model", "--api-key", "--system-prompt", "--append-system-prompt", "--name", "-n",
	"--models", "--tools", "-t", "--exclude-tools", "-xt", "--thinking", "--extension", "-e", "--skill",
	"--prompt-template", "--theme",
}

// alone are the options without a value that do not look like others' flags.
var alone = []string{
	"--no-tools", "--no-builtin-tools", "--no-extensions", "--no-mcp", "--no-skills", "--no-prompt-templates",
	"--no-themes", "--no-context-files", "--verbose", "--approve", "--no-approve", "--offline",
}

// ReadArgs reads pi's arguments as pi does.
func ReadArgs(args []string) Opening {
	if len(args) > 0 && slices.Contains(commands, args[0]) {
		return Opening{}
	}
	r := &argReader{args: args}
	for r.at < len(args) {
		if !r.next() {
			break
		}
	}
	return r.opening()
}

// argReader is what was read so far.
type argReader struct {
	args []string
	at   int

	dir                         string
	session, fork, id           string
	resume, latest, none, prior bool // prior: something else is done, such as --version
}

func (r *argReader) opening() Opening {
	o := Opening{SessionDir: r.dir}
	switch {
	case r.none, r.prior:
	case r.fork != "":
		o.Kind, o.Word = Named, r.fork
	case r.session != "":
		o.Kind, o.Word = Named, r.session
	case r.resume:
		o.Kind = Picked
	case r.latest:
		o.Kind = Latest
	case r.id != "":
		o.Kind, o.Word = ByID, r.id
	}
	return o
}

// next reads one option and reports whether options go on.
func (r *argReader) next() bool {
	arg := r.args[r.at]
	r.at++
	switch arg {
	case "--":
		return false
	case "--help", "-h", "--version", "-v":
		r.prior = true
	case "--continue", "-c":
		r.latest = true
	case "--resume", "-r":
		r.resume = true
	case "--no-session":
		r.none = true
	case "--session":
		r.value(&r.session)
	case "--fork":
		r.value(&r.fork)
	case "--session-id":
		r.value(&r.id)
	case "--session-dir":
		r.value(&r.dir)
	case "--export":
		r.prior = r.value(new(string)) || r.prior
	case "--list-models":
		r.prior = true
	case "--mode", "--use-theme", "--tui-mode", "--print", "-p":
		r.word()
	default:
		r.other(arg)
	}
	return true
}

func (r *argReader) other(arg string) {
	switch {
	case slices.Contains(taking, arg):
		r.value(new(string))
	case slices.Contains(alone, arg), !strings.HasPrefix(arg, "--"), strings.Contains(arg, "="):
	case r.at < len(r.args) && !strings.HasPrefix(r.args[r.at], "@"):
		r.word() // a flag of an extension may have a value
	}
}

// value takes the next argument, if there is one.
func (r *argReader) value(to *string) bool {
	if r.at >= len(r.args) {
		return false
	}
	*to = r.args[r.at]
	r.at++
	return true
}

// word passes over the next argument unless it is an option. A prompt may begin
// with three hyphens.
func (r *argReader) word() {
	if r.at < len(r.args) && (!strings.HasPrefix(r.args[r.at], "-") || strings.HasPrefix(r.args[r.at], "---")) {
		r.at++
	}
}
