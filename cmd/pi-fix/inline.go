package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/mapper"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// inlineOptions are the flags of inline.
type inlineOptions struct {
	repairOptions
	onlyConvert bool
	budget      int
	off         []string
	files       workspaceFlags
}

func newInline(a *app) *cobra.Command {
	var o inlineOptions
	cmd := &cobra.Command{
		Use:   "inline TARGET...",
		Short: "Put maps of large files into the results of the reads that were cut off",
		Long: `Put maps of large files where a model finds them: into the result of the read that
was cut off, behind what read returned, which stays as it is. The file comes from the
session, from git, or from the disk, where it has the lines that the read shows.

Maps that an extension sent in messages of their own move into the read that they
belong to, and messages that asked for skipped reads are taken out once these were
made. A map that kept two answers apart leaves a word in its place. Signed thinking that is bound to
what changes is removed with it, and told.`,
		Example: `  pi-fix inline --dry-run session.jsonl
  pi-fix inline --only-convert session.jsonl
  pi-fix inline --budget 8192 --language-off json,csv session.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.inline(cmd.Context(), args, o) },
	}
	fs := cmd.Flags()
	o.addWriting(fs)
	fs.BoolVar(&o.onlyConvert, "only-convert", false, "make no new maps")
	fs.IntVar(&o.budget, "budget", mapper.DefaultBudget, "bytes that a map may take, its frame included")
	fs.StringSliceVar(&o.off, "language-off", nil, "make no maps of these `languages`")
	o.files.add(fs)
	return cmd
}

// check refuses what cannot be meant, and gives languages the names that maps have.
func (o *inlineOptions) checkInline() error {
	for i, name := range o.off {
		l := mapper.FindLanguage(name)
		if l == nil {
			return usage("what there is: pi-fix map --languages", "unknown language %q", name)
		}
		o.off[i] = l.Name
	}
	if o.budget < 1024 {
		return usage("it is a number of bytes, 1024 or more", "--budget %d leaves no room for a map", o.budget)
	}
	return errors.Join(o.check(), o.files.check())
}

// args are the flags as they have to be given again.
func (o *inlineOptions) args() string {
	var b strings.Builder
	if o.onlyConvert {
		b.WriteString("--only-convert ")
	}
	if o.budget != mapper.DefaultBudget {
		fmt.Fprintf(&b, "--budget %d ", o.budget)
	}
	for _, l := range o.off {
		fmt.Fprintf(&b, "--language-off %s ", quote(l))
	}
	return b.String() + o.files.args()
}

func (a *app) inline(ctx context.Context, args []string, o inlineOptions) error {
	o.branch = "all"
	if err := o.checkInline(); err != nil {
		return err
	}
	if len(args) == 0 && !o.latest {
		return usage("name a session or a folder, or let pi-fix find the latest of this folder: pi-fix inline --continue",
			"nothing to inline")
	}
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return err
	}
	o.as = "inline " + o.args()
	o.instead = recovery.Inline(recovery.InlineOptions{
		Sources: o.files.sources(ctx), OnlyConvert: o.onlyConvert, Budget: o.budget, Off: o.off,
	})
	r, err := a.newRepairer(targets, o.repairOptions)
	if err != nil {
		return err
	}
	return r.out.run(ctx, targets, r.prepare, func(ctx context.Context, w *work) error {
		if err := r.finish(ctx, w); err != nil || w.err != nil || w.plan.Patch == nil {
			return err
		}
		return a.tellTokens(w)
	})
}

// tellTokens says what a plan costs and saves on the branch that pi resumes, by the
// estimate that maps are measured with.
func (a *app) tellTokens(w *work) error {
	sizes := map[sessionlog.Role][2]int{}
	for i, log := range []*sessionlog.Log{w.plan.Before, w.plan.After} {
		err := log.EachMessage(log.Active(), func(m sessionlog.Message) {
			s := sizes[m.Role]
			s[i] += len(m.Content)
			sizes[m.Role] = s
		})
		if err != nil {
			return err
		}
	}
	tokens := func(bytes int) int { return int(float64(max(bytes, 0)) / mapper.TokenBytes) }
	more, less := sizes[sessionlog.RoleToolResult], sizes[sessionlog.RoleCustom]
	thinking := sizes[sessionlog.RoleAssistant]
	text := fmt.Sprintf("about %d tokens more in results, %d fewer in messages", tokens(more[1]-more[0]), tokens(less[0]-less[1]))
	if lost := tokens(thinking[0] - thinking[1]); lost > 0 {
		text += fmt.Sprintf(", %d of signed thinking removed", lost)
	}
	if !a.quiet {
		a.say("%s: %s", w.target.name, text)
	}
	return nil
}
