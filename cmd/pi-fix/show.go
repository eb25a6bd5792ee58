package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// showOptions are the flags of show and diff.
type showOptions struct {
	targetFlags
	format  formatFlag
	leaf    string
	context bool
}

func newShow(a *app) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show SESSION",
		Short: "Show a session as a tree, or what the model sees of it",
		Long: `Show a session as a tree, with what is wrong marked where it stands. With --context
only the messages that pi hands to its provider layer for a leaf: the latest
compaction, what it keeps, context edits and summaries applied.`,
		Example: `  pi-fix show session.jsonl
  pi-fix show --context session.jsonl
  pi-fix show --context --leaf 83613f19 --format json session.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.show(cmd.Context(), args, o) },
	}
	fs := cmd.Flags()
	o.add(fs)
	o.format.add(fs, ruleFormats)
	fs.StringVar(&o.leaf, "leaf", "", "the `entry` to look from (default: the one that pi resumes); any entry will do")
	fs.BoolVar(&o.context, "context", false, "show what the model sees")
	return cmd
}

func (a *app) show(ctx context.Context, args []string, o showOptions) error {
	if err := o.format.check(ruleFormats); err != nil {
		return err
	}
	name, log, err := a.oneLog(ctx, args, o)
	if err != nil {
		return err
	}
	leaf, err := leafOf(log, o.leaf)
	if err != nil {
		return err
	}
	switch {
	case o.context:
		return a.showContext(log, leaf, o)
	case o.format.name == "json":
		return usage("add --context, or see pi-fix check --format json", "show has a JSON form of the context only")
	}
	plan, err := recovery.Prepare(ctx, log.Source(), "", recovery.Policy{})
	if err != nil {
		return about(name, err)
	}
	t := &tree{log: log, only: map[int]bool{}}
	if o.leaf != "" {
		for _, line := range log.Branch(leaf) {
			t.only[line] = true
		}
	}
	return a.printTree(t, plan)
}

// oneLog reads the one session that the arguments name.
func (a *app) oneLog(ctx context.Context, args []string, o showOptions) (string, *sessionlog.Log, error) {
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return "", nil, err
	}
	if len(targets) != 1 {
		return "", nil, usage("name one session, or the latest of this folder: --continue", "it takes one session, not %d", len(targets))
	}
	t := targets[0]
	in, err := a.open(ctx, t)
	if err != nil {
		return "", nil, about(t.name, err)
	}
	// The file stays open to the end of the program: entries are read again from it.
	log, err := sessionlog.Read(in.src, sessionlog.Workers(a.workers()))
	if err == nil {
		err = log.Foreign()
	}
	if err != nil {
		return "", nil, about(t.name, err)
	}
	return t.name, log, nil
}

// leafOf finds an entry by its id; "" is the one that pi resumes.
func leafOf(log *sessionlog.Log, id string) (int, error) {
	if id == "" {
		if log.Active() < 0 {
			return 0, usage("there is nothing to show but its header", "the session has no entries")
		}
		return log.Active(), nil
	}
	if line := log.Find(sessionlog.KeyOf(id)); line >= 0 && log.EntryID(line) == id {
		return line, nil
	}
	var leaves []string
	for _, leaf := range log.Leaves() {
		leaves = append(leaves, entryName(log, leaf))
	}
	return 0, usage(nearOr(id, leaves), "no entry has the id %q", id)
}

func nearOr(id string, leaves []string) string {
	if next := didYouMean(id, leaves); next != "" {
		return next
	}
	return "the leaves are " + strings.Join(leaves[:min(len(leaves), 8)], ", ")
}

// seen is one message as show tells it.
type seen struct {
	Role    string          `json:"role"`
	Entry   string          `json:"entry"`
	Line    int             `json:"line"` // from 1
	Content json.RawMessage `json:"content"`
	Calls   []string        `json:"calls"`  // ids
	Result  string          `json:"result"` // the id of the call that it answers, "" when it is none
}

// seenFrom is the context of a leaf.
func seenFrom(log *sessionlog.Log, leaf int) ([]seen, error) {
	out := []seen{}
	err := log.EachMessage(leaf, func(m sessionlog.Message) {
		s := seen{Role: m.Role.String(), Entry: log.EntryID(m.Line), Line: m.Line + 1, Content: m.Content, Calls: []string{}}
		stored := gjson.ParseBytes(m.JSON)
		if m.Role == sessionlog.RoleOther {
			s.Role = stored.Get("role").String()
		}
		if summary := stored.Get("summary"); m.Content == nil && summary.Exists() {
			s.Content = json.RawMessage(summary.Raw)
		}
		if s.Content == nil {
			s.Content = json.RawMessage("null")
		}
		gjson.ParseBytes(m.Content).ForEach(func(_, b gjson.Result) bool {
			if b.Get("type").String() == "toolCall" {
				s.Calls = append(s.Calls, b.Get("id").String())
			}
			return true
		})
		if m.Role == sessionlog.RoleToolResult {
			s.Result = stored.Get("toolCallId").String()
		}
		out = append(out, s)
	})
	return out, err
}

func (a *app) showContext(log *sessionlog.Log, leaf int, o showOptions) error {
	messages, err := seenFrom(log, leaf)
	if err != nil {
		return err
	}
	if o.format.name == "json" {
		return report.WriteJSON(a.out, struct {
			Leaf     string `json:"leaf"`
			Messages []seen `json:"messages"`
		}{log.EntryID(leaf), messages})
	}
	for _, m := range messages {
		if _, err := fmt.Fprintf(a.out, "%d: %s\n", m.Line, m.Role); err != nil {
			return err
		}
		for _, line := range m.lines() {
			if _, err := fmt.Fprintf(a.out, "    %s\n", report.Visible(line)); err != nil {
				return err
			}
		}
	}
	return nil
}

// lines is what a message says, for people.
func (m seen) lines() []string {
	content := gjson.ParseBytes(m.Content)
	if content.Type == gjson.String {
		return strings.Split(content.String(), "\n")
	}
	var out []string
	content.ForEach(func(_, b gjson.Result) bool {
		out = append(out, blockLines(b)...)
		return true
	})
	return out
}

func blockLines(b gjson.Result) []string {
	switch b.Get("type").String() {
	case "text":
		return strings.Split(b.Get("text").String(), "\n")
	case "thinking":
		return strings.Split("(thinking) "+b.Get("thinking").String(), "\n")
	case "toolCall":
		return []string{fmt.Sprintf("→ %s %s %s", b.Get("name").String(), b.Get("arguments").Raw, b.Get("id").String())}
	case "image":
		return []string{fmt.Sprintf("(image %s, %d bytes of base64)", b.Get("mimeType").String(), len(b.Get("data").String()))}
	}
	return []string{b.Raw}
}
