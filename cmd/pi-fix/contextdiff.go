package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/sessionlog"
)

func newDiff(a *app) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Show how two sessions differ for the model",
		Long: `Show how what the model sees of one session differs from what it sees of another,
such as a session and its backup. Ids, times and order in the file do not count.

The exit status is 0 when there is no difference, 1 when there is one.`,
		Example: `  pi-fix diff session.jsonl.9f2c41d07a3b.bak session.jsonl`,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.diff(cmd.Context(), args, o) },
	}
	cmd.Flags().StringVar(&o.sessionDir, "session-dir", "", "folder where pi keeps its sessions (default: as pi finds it)")
	return cmd
}

func (a *app) diff(ctx context.Context, args []string, o showOptions) error {
	if len(args) != 2 {
		return usage("name two: pi-fix diff A B", "diff takes two sessions, not %d", len(args))
	}
	var texts [2]string
	for i, arg := range args {
		_, log, err := a.oneLog(ctx, []string{arg}, o)
		if err != nil {
			return err
		}
		if texts[i], err = seenText(log); err != nil {
			return about(arg, err)
		}
	}
	if texts[0] == texts[1] {
		return nil
	}
	a.raise(exitLeft)
	text := &report.Text{W: a.out, Color: a.colored(os.Stdout)}
	return text.Diff(seenDiff(args[0], texts[0], args[1], texts[1]))
}

// seenText is what the model sees where pi resumes, as text that can be compared.
func seenText(log *sessionlog.Log) (string, error) {
	if log.Active() < 0 {
		return "", nil
	}
	messages, err := seenFrom(log, log.Active())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "%s %s\n", m.Role, m.Result)
		for _, line := range m.lines() {
			b.WriteString("    " + line + "\n")
		}
	}
	return b.String(), nil
}

// seenDiff is how one text differs from the other, safe to print.
func seenDiff(was, a, is, b string) []byte {
	var shown bytes.Buffer
	fmt.Fprintf(&shown, "--- %s\n+++ %s\n", report.Visible(was), report.Visible(is))
	for line := range strings.Lines(lineDiff(a, b)) {
		shown.WriteString(report.Visible(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return shown.Bytes()
}
