package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/redact"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// redactOptions are the flags of redact.
type redactOptions struct {
	targetFlags
	output   string
	keep     []string
	words    []string
	patterns []string
	text     bool
}

func newRedact(a *app) *cobra.Command {
	var o redactOptions
	cmd := &cobra.Command{
		Use:   "redact SESSION -o FILE",
		Short: "Make a session fit to be shown, as broken as it is",
		Long: `Write a copy of a session without what is nobody's business: keys and passwords,
e-mail addresses, the names of home folders and of their owners. The same secret
gets the same name everywhere. Nothing else changes: what made the session break
still breaks it, which is checked before the copy is written.

What is found by its form can be overlooked. Read the copy before you show it, or
use --text, which leaves of all that was said nothing but its shape. Images stay.`,
		Example: `  pi-fix redact session.jsonl -o shareable.jsonl
  pi-fix redact session.jsonl --word "Project Apollo" --keep email -o -
  pi-fix redact --text session.jsonl -o shape.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.redact(cmd.Context(), args, o) },
	}
	fs := cmd.Flags()
	o.add(fs)
	fs.StringVarP(&o.output, "output", "o", "", "write the copy to this `file`, - for standard output")
	fs.StringSliceVar(&o.keep, "keep", nil, "leave these `kinds` in: "+strings.Join(kindNames(), ", "))
	fs.StringArrayVar(&o.words, "word", nil, "take this `word` out as well; may be repeated")
	fs.StringArrayVar(&o.patterns, "pattern", nil, "take out what this `regexp` finds, of one with a group that group; may be repeated")
	fs.BoolVar(&o.text, "text", false, "mask the letters and digits of all text")
	return cmd
}

func kindNames() []string {
	var names []string
	for _, k := range redact.Kinds() {
		if !slices.Contains(names, k.Name) {
			names = append(names, k.Name)
		}
	}
	return names
}

func (o redactOptions) choose() (redact.Options, error) {
	out := redact.Options{Keep: o.keep, Words: o.words, Text: o.text}
	for _, k := range o.keep {
		if !slices.Contains(kindNames(), k) {
			return out, usage("the kinds are "+strings.Join(kindNames(), ", "), "unknown kind %q", k)
		}
	}
	for _, p := range o.patterns {
		pattern, err := regexp.Compile(p)
		if err != nil {
			return out, usage("the form is that of Go: https://pkg.go.dev/regexp/syntax", "--pattern: %v", err)
		}
		out.Patterns = append(out.Patterns, pattern)
	}
	return out, nil
}

func (a *app) redact(ctx context.Context, args []string, o redactOptions) error {
	options, err := o.choose()
	if err != nil {
		return err
	}
	if o.output == "" {
		return usage("name one, or - for standard output: pi-fix redact SESSION -o FILE", "say where to write the copy")
	}
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return err
	}
	if len(targets) != 1 {
		return usage("name one: pi-fix redact SESSION -o FILE", "redact takes one session, not %d", len(targets))
	}
	t := targets[0]
	in, err := a.open(ctx, t)
	if err != nil {
		return about(t.name, err)
	}
	defer in.close()
	copied, counts, err := redacted(ctx, in, options)
	if err != nil {
		return about(t.name, err)
	}
	if err := a.writeCopy(o.output, in, copied); err != nil {
		return err
	}
	a.say("%s", counted(counts))
	return nil
}

// redacted returns the copy, which must be broken just as the original is.
func redacted(ctx context.Context, in *input, o redact.Options) (string, map[string]int, error) {
	before, err := recovery.Prepare(ctx, in.src, in.base(), recovery.Policy{})
	if err != nil {
		return "", nil, err
	}
	r := redact.New(o)
	var out strings.Builder
	for _, look := range []func(line []byte){r.Meet, func(line []byte) {
		body := bytes.TrimSuffix(line, []byte("\n"))
		out.Write(r.Line(body))
		out.Write(line[len(body):])
	}} {
		for i := range before.Before.Len() {
			line, err := before.Before.Bytes(before.Before.Span(i))
			if err != nil {
				return "", nil, err
			}
			look(line)
		}
	}
	src, err := sessionlog.Bytes([]byte(out.String()))
	if err != nil {
		return "", nil, err
	}
	after, err := recovery.Prepare(ctx, src, in.base(), recovery.Policy{})
	if err != nil {
		return "", nil, err
	}
	if was, is := places(before), places(after); was != is {
		return "", nil, usage("leave something in: --keep KIND; the copy was not written",
			"the copy would not be broken as the session is: it had %s, and would have %s", was, is)
	}
	return out.String(), r.Counts, nil
}

// places are the findings by rule and line.
func places(p *recovery.Plan) string {
	if len(p.Found) == 0 {
		return "no finding"
	}
	var out []string
	for _, f := range p.Found {
		out = append(out, fmt.Sprintf("%s on line %d", f.Rule.ID, f.At+1))
	}
	return strings.Join(out, ", ")
}

// writeCopy writes a session to a file or to standard output.
func (a *app) writeCopy(name string, in *input, text string) error {
	if name == standardInput {
		_, err := a.out.WriteString(text)
		return err
	}
	if info, err := os.Stat(name); err == nil && in.file != nil && os.SameFile(info, in.info) {
		return usage("name another file", "the copy would take the place of the session")
	}
	return writeBytes(name, []byte(text))
}

// counted says what was taken out.
func counted(counts map[string]int) string {
	var parts []string
	for _, kind := range append(kindNames(), "word", "pattern") {
		if n := counts[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d × %s", n, kind))
		}
	}
	if len(parts) == 0 {
		return "nothing was found to take out"
	}
	return "taken out: " + strings.Join(parts, ", ")
}
