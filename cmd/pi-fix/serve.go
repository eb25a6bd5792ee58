package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	api, host, script, from, log string
	profiles                     string
	port                         uint16
	faults                       []string
	sessionDir                   string
}

const serveHelp = `Serve a strict fake of the model services to any client, on this machine only
unless --host says otherwise. It refuses what the real services refuse, in their
words, and answers everything else from a script. It needs no key. --profile makes
it one service of those that speak an API, like groq or anthropic-vertex: that
one's own rules count too, and its words for a refusal.

Standard output gets the base URLs, the lines to put into pi's models.json and a
line for each request with the verdict on it; --log adds whole requests and
answers to a file, one JSON object per line.

The answers are "ok", those of a script (--script) or what the model said in a
past session (--from: the answers of its active branch, so that who asks again as
pi did gets the same session again). Faults happen at a named turn, never at
random; a turn is a request that was accepted. A fault comes in between, before
the answer of that turn: whoever asks again gets that answer.

Faults are TURN:FAULT or TURN:FAULT:TIME. A FAULT is one of
  rate-limited      429, asks to wait for TIME (default 1s)
  overloaded        529 or 503
  context-overflow  the request is too long
  auth              401, the key is wrong
  server-error      500
  cut               the connection breaks before the answer
  cut-stream        it breaks between two chunks in the middle of the answer
  half-chunk        it breaks inside of a chunk in the middle of the answer
  error-event       the service fails in the middle of the answer, and says so
  delay             the answer of the turn waits for TIME

A script is a JSON file: {"turns": [TURN, ...], "then": TURN}. "then" answers what
comes after the last turn ("ok" when it is left out). In a TURN, each of these may
be left out: "text", "thinking", "calls": [{"name", "arguments", "id"}], "stop":
stop, length or toolUse, "usage": {"input", "output", "cacheRead", "cacheWrite"},
"delay": "1.5s", "fault": one of the above, "retry_after": "20s", "status": 418
with "body": any JSON or a string, "header": {"name": "value"}.

An interrupt (Ctrl-C) ends it. Exit status: 0 after an interrupt, whatever was
refused, 2 for trouble.`

func newServe(a *app) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve a strict fake of the model services",
		Long:  serveHelp,
		Example: `  pi-fix serve
  pi-fix serve --from session.jsonl --fault 3:overloaded
  pi-fix serve --api openai-completions --profile groq
  pi-fix serve --script answers.json --log requests.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("to answer what a session recorded: pi-fix serve --from "+quote(args[0]), "serve takes no %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.api, "api", "all", "the `API` to serve, or all")
	f.StringVar(&o.profiles, "profile", "", "`list` of the flavours of the services that count, see pi-fix rules --contracts")
	f.StringVar(&o.host, "host", "127.0.0.1", "`address` to listen on; others than loopback let other machines in")
	f.Uint16Var(&o.port, "port", 8017, "`port` to listen on; 0 takes a free one")
	f.StringVar(&o.script, "script", "", "answer from this script `file`")
	f.StringVar(&o.from, "from", "", "answer what this `session` recorded")
	f.StringVar(&o.sessionDir, "session-dir", "", "folder where pi keeps its sessions (default: as pi finds it)")
	f.StringArrayVar(&o.faults, "fault", nil, "let a `turn` go wrong, like 3:overloaded; may be repeated")
	f.StringVar(&o.log, "log", "", "add each request and its answer to this `file`, one JSON object per line")
	return cmd
}

func (a *app) serve(ctx context.Context, o serveOptions) error {
	apis, err := servedAPIs(o.api)
	if err != nil {
		return err
	}
	script, err := a.chooseScript(ctx, o)
	if err != nil {
		return err
	}
	faults, err := chooseFaults(o.faults)
	if err != nil {
		return err
	}
	provider := script.With(faults...).Provider()
	if o.profiles != "" {
		if provider.Profiles, err = readProfiles(o.profiles, apis); err != nil {
			return err
		}
	}
	if len(apis) == 1 {
		provider.Contract = apis[0].Contract
	}
	s := &server{a: a, provider: provider, apis: apis, options: o}
	return s.run(ctx)
}

// servedAPIs reads the value of --api: one name, or all.
func servedAPIs(value string) ([]*replay.API, error) {
	if value == "all" {
		return replay.APIs, nil
	}
	if api := replay.APIOf(value); api != nil {
		return []*replay.API{api}, nil
	}
	return nil, usage(cmp.Or(didYouMean(value, apiNames()), "it is all or one of "+strings.Join(apiNames(), ", ")), "unknown API %q", value)
}

// chooseScript returns the answers that --script or --from ask for.
func (a *app) chooseScript(ctx context.Context, o serveOptions) (*replay.Script, error) {
	switch {
	case o.script != "" && o.from != "":
		return nil, usage("leave one of them away", "--script and --from exclude each other")
	case o.script != "":
		return readScript(o.script)
	case o.from != "":
		turns, err := a.recorded(ctx, o)
		return &replay.Script{Turns: turns}, err
	}
	return &replay.Script{}, nil
}

func readScript(name string) (*replay.Script, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		next := "the format of a script: pi-fix serve --help"
		if near := nearFiles(name); errors.Is(err, fs.ErrNotExist) && strings.HasSuffix(near, "?") {
			next = near
		}
		return nil, usage(next, "%s: the script cannot be read: %s", name, bare(name, err))
	}
	script, err := replay.ReadScript(text)
	if err != nil {
		return nil, usage(scriptHint(name, err), "%s: %v", name, err)
	}
	return script, nil
}

// scriptHint says what to do about a script that cannot be played.
func scriptHint(name string, err error) string {
	if unknown := (*replay.UnknownFaultError)(nil); errors.As(err, &unknown) {
		return faultHint(unknown)
	}
	if isSessionName(name) {
		return "to answer what a session recorded: pi-fix serve --from " + quote(name)
	}
	return "the format of a script: pi-fix serve --help"
}

func faultHint(unknown *replay.UnknownFaultError) string {
	if near := didYouMean(unknown.Name, replay.FaultNames()); near != "" {
		return near
	}
	return "the faults are " + strings.Join(replay.FaultNames(), ", ")
}

// recorded returns what the session of --from says.
func (a *app) recorded(ctx context.Context, o serveOptions) ([]replay.Turn, error) {
	targets := resolve(o.from, targetFlags{sessionDir: o.sessionDir})
	if len(targets) > 1 || !targets[0].named {
		return nil, usage("name one session of it", "--from takes one session, and %s is a folder", o.from)
	}
	in, err := a.open(ctx, targets[0])
	if err != nil {
		return nil, about(o.from, err)
	}
	defer in.close()
	log, err := sessionlog.Read(in.src, 1)
	if err != nil {
		return nil, about(o.from, err)
	}
	if err := log.Foreign(); err != nil {
		return nil, about(o.from, err)
	}
	turns, err := replay.FromSession(log, log.Active())
	if err != nil {
		return nil, about(o.from, err)
	}
	if len(turns) == 0 {
		a.say("%s: its active branch has no answer of a model, so every answer is \"ok\"", o.from)
	}
	return turns, nil
}

// chooseFaults reads the values of --fault.
func chooseFaults(values []string) ([]replay.FaultAt, error) {
	var faults []replay.FaultAt
	for _, value := range values {
		f, err := replay.ParseFaultAt(value)
		if unknown := (*replay.UnknownFaultError)(nil); errors.As(err, &unknown) {
			return nil, usage(faultHint(unknown), "--fault %s: %v", value, err)
		}
		if err != nil {
			return nil, usage("the faults are "+strings.Join(replay.FaultNames(), ", "), "--fault %v", err)
		}
		faults = append(faults, f)
	}
	return faults, nil
}
