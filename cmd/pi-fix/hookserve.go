package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/hook"
	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
)

func newHookServe(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Answer the pi package, one JSON object to a line",
		Long: `Answer the questions of the pi package on standard input, one JSON object to a line,
until there are no more. pi starts it; it is of no use by hand.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// The pi that started this has the session open on purpose.
			a.ownPi = os.Getppid()
			return a.hookServe(cmd.Context())
		},
	}
}

// asked is one question of the pi package.
type asked struct {
	ID int    `json:"id"`
	Op string `json:"op"`
	// File is the session that the question is about.
	File string `json:"file"`
	// Own says that pi has the session open: it cannot be repaired now.
	Own bool `json:"own"`
	// Asked says that there is somebody who can be asked.
	Asked    bool              `json:"asked"`
	Error    string            `json:"error"`
	Messages []json.RawMessage `json:"messages"`
}

// next says how the session itself is repaired: where nobody can type a command, pi has
// ended by then.
func (q asked) next() string {
	switch {
	case q.File == "":
		return ""
	case q.Asked:
		return "\nnext: /fix repairs the session and opens it again"
	}
	return "\nnext: repair the session: pi-fix " + quote(q.File)
}

// answered is the answer.
type answered struct {
	ID       int               `json:"id"`
	Do       hook.Action       `json:"do,omitempty"`
	Text     string            `json:"text,omitempty"`
	OK       bool              `json:"ok,omitempty"`
	Findings int               `json:"findings,omitempty"`
	Fixable  bool              `json:"fixable,omitempty"`
	Messages []json.RawMessage `json:"messages,omitempty"`
}

// maxQuestion is far above any context: a question that is longer is none.
const maxQuestion = 1 << 30

func (a *app) hookServe(ctx context.Context) error {
	lines := bufio.NewScanner(a.in)
	lines.Buffer(make([]byte, 0, 1<<16), maxQuestion)
	for lines.Scan() {
		var q asked
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return usage("let pi start it: pi-fix hook install", "the question is no JSON: %v", err)
		}
		out, err := json.Marshal(a.answer(ctx, q))
		if err == nil {
			_, err = a.out.Write(append(out, '\n'))
		}
		if err = errors.Join(err, a.out.Flush()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// answer answers one question. What goes wrong is a text: pi goes on.
func (a *app) answer(ctx context.Context, q asked) (out answered) {
	// The package waits a little longer than this.
	limit, stop := context.WithTimeout(ctx, hookPatience-time.Second)
	defer stop()
	out.ID = q.ID
	defer func() { out.Text = visibleLines(out.Text) }()
	switch q.Op {
	case "open":
		out.open(a, limit, q)
	case "opened":
		out.opened(a, limit, q)
	case "repair":
		text, findings, err := a.mend(ctx, q.File)
		out.Text, out.Findings, out.OK = text, findings, err == nil
		if err != nil {
			out.Text = unmended(q.File, err)
			out.failed(a, limit, q)
		}
	case "context":
		out.context(limit, q)
	case "explain":
		out.explain(a, limit, q)
	default:
		out.Text = fmt.Sprintf("pi-fix %s does not know %q; install the hook again: pi-fix hook install", version(), q.Op)
	}
	return out
}

// visibleLines makes visible what a session could do to a terminal. pi shows the text
// as it is.
func visibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = report.Visible(line)
	}
	return strings.Join(lines, "\n")
}

// hookPatience is how long a check may take before pi goes on without it.
const hookPatience = 5 * time.Second

// open says what is to be done before pi opens a session.
func (o *answered) open(a *app, ctx context.Context, q asked) {
	mode, setting, _ := hookMode("") // what is wrong with it is told when a session is open
	l, err := a.look(ctx, q.File)
	if err != nil {
		o.Do, o.Text = hook.Tell, notChecked(q.File, err)
		if setting.Strict {
			o.Do = hook.Cancel
		}
		return
	}
	if q.Own {
		l.Fixable = false // its pi is amid it
	}
	o.Do, o.Text, o.Fixable, o.Findings = hook.Decide(mode, l.State, q.Asked), l.text, l.Fixable, l.findings
	if q.Own && l.Damaged {
		o.Text += "\nnext: repair it first, with /fix"
	}
}

// failed says what is to be done about a session that could not be repaired.
func (o *answered) failed(a *app, ctx context.Context, q asked) {
	if l, err := a.look(ctx, q.File); err == nil {
		o.Do = hook.Unrepaired(l.State, q.Asked)
	}
}

// opened warns of a session that pi has opened.
func (o *answered) opened(a *app, ctx context.Context, q asked) {
	_, _, trouble := hookMode("")
	if trouble != nil {
		o.Text = trouble.Error()
		return
	}
	if q.File == "" {
		return
	}
	l, err := a.look(ctx, q.File)
	switch {
	case err != nil:
		o.Text = notChecked(q.File, err)
	case l.Damaged && l.Fixable:
		o.Text = l.text + q.next()
	case l.Damaged:
		o.Text = l.text
	}
}

func notChecked(name string, err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("%s: the check takes too long and was given up", name)
	}
	return "not checked: " + explain(name, err).String()
}

// pairingWords are those with which services refuse a call without its result, or
// the reverse.
var pairingWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)tool[_ ]?(use|result|call)|function[_ ]?(call|response)`)
})

// explain names the cause of an answer 400 that is about calls and their results.
func (o *answered) explain(a *app, ctx context.Context, q asked) {
	if !pairingWords().MatchString(q.Error) {
		return
	}
	const what = "the service refuses a call without its result, or a result without its call"
	l := opened{}
	if q.File != "" {
		l, _ = a.look(ctx, q.File) // what cannot be read explains nothing
	}
	if l.Damaged {
		o.Text = what + ": " + l.text + q.next()
		return
	}
	o.Text = what + ", and the session has no such fault: something changed the request on its way"
	if q.File != "" {
		o.Text += "\nnext: see what pi itself would send: pi-fix replay --every-turn " + quote(q.File)
	}
}

// hookMode returns what was chosen: on the command line, in the environment or when
// the hook was installed. With an error, the rest of the choice stands.
func hookMode(flag string) (hook.Mode, hook.Setting, error) {
	setting, err := hook.ParseSetting(os.Getenv(hook.Variable))
	var installed hook.Config
	agent, agentErr := agentDir()
	if agentErr == nil {
		installed, agentErr = hook.Place{Agent: agent}.Config()
	}
	return cmp.Or(hook.Mode(flag), setting.Mode, installed.Mode, hook.Ask), setting, errors.Join(err, agentErr)
}

// context repairs what pi is about to send.
func (o *answered) context(ctx context.Context, q asked) {
	repaired, found, err := mendContext(ctx, q.Messages)
	switch {
	case err != nil:
		o.Text = notChecked("the request", err)
	case repaired != nil:
		o.Messages = repaired
		o.Text = "repaired in the request: " + strings.Join(found, "; ") + q.next()
	}
}
