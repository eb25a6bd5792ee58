package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// restoreOptions are the flags of restore.
type restoreOptions struct {
	targetFlags
	list      bool
	to        string
	backupDir string
	wait      bool
}

func newRestore(a *app) *cobra.Command {
	var o restoreOptions
	cmd := &cobra.Command{
		Use:   "restore SESSION",
		Short: "Put a backup of a session back",
		Long: `Put a backup of a session back, the latest unless --to says which. What the
session holds now is backed up in its turn, so a restore can be undone too.`,
		Example: `  pi-fix restore --list session.jsonl
  pi-fix restore session.jsonl
  pi-fix restore --to 9f2c41d07a3b session.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, err := a.restorable(args, o)
			if err != nil {
				return err
			}
			if o.list {
				err = a.listBackups(name, o)
			} else {
				err = a.restore(cmd.Context(), name, o)
			}
			return about(name, err)
		},
	}
	fs := cmd.Flags()
	o.add(fs)
	fs.BoolVar(&o.list, "list", false, "list the backups, the latest first")
	fs.StringVar(&o.to, "to", "", "`hash` of the backup, or its beginning")
	fs.StringVar(&o.backupDir, "backup-dir", "", "`folder` of the backups (default: that of the session)")
	fs.BoolVar(&o.wait, "wait", false, "wait until no pi uses the session")
	return cmd
}

// restorable returns the one file that the arguments name. It may be missing:
// its backups can still be listed.
func (a *app) restorable(args []string, o restoreOptions) (string, error) {
	if len(args) == 0 && !o.latest {
		return "", usage("name it: pi-fix restore SESSION", "no session to restore")
	}
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return "", err
	}
	if len(targets) != 1 || targets[0].name == standardInput {
		return "", usage("name one session", "restore takes one session")
	}
	t := targets[0]
	if t.err == nil || o.list {
		return t.name, nil
	}
	if list, err := recovery.Backups(t.name, o.backupDir); err == nil && len(list) > 0 {
		return "", usage("copy a backup: cp "+quote(list[0].Name)+" "+quote(t.name),
			"%s: there is no session to put a backup in the place of", t.name)
	}
	return "", about(t.name, t.err)
}

// An aboutError is an error about a file, which an explanation begins with.
type aboutError struct {
	Name string
	Err  error
}

func (e *aboutError) Error() string { return e.Name + ": " + e.Err.Error() }

func (e *aboutError) Unwrap() error { return e.Err }

func about(name string, err error) error {
	if err == nil || errors.As(err, new(*usageError)) || errors.As(err, new(*aboutError)) {
		return err
	}
	return &aboutError{name, err}
}

func (a *app) listBackups(name string, o restoreOptions) error {
	list, err := recovery.Backups(name, o.backupDir)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		a.say("%s: there is no backup", name)
	}
	for _, b := range list {
		if _, err := fmt.Fprintf(a.out, "%s  %8s  %s  %s\n", b.Hash, bytesText(b.Size),
			b.Made.Format(time.DateTime), report.Visible(b.Name)); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) restore(ctx context.Context, name string, o restoreOptions) error {
	// The header of the damaged session may be gone; then only the file itself
	// can tell whether it is in use.
	cwd, err := a.headerCwd(ctx, name)
	if err != nil {
		return err
	}
	if err := a.rest(ctx, name, cwd, o.wait, "pi-fix restore --wait "); err != nil {
		return err
	}
	done, err := recovery.Restore(ctx, name, recovery.Restoration{Hash: o.to, Dir: o.backupDir})
	if err != nil {
		return err
	}
	if done.Backup == "" {
		_, err = fmt.Fprintf(a.out, "%s: it already holds what the backup holds\n", report.Visible(name))
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: restored, sha256 %s; what it held before: %s\n", report.Visible(name),
		done.After.Hash(), report.Visible(besides(done.Backup, name)))
	return err
}

func (a *app) headerCwd(ctx context.Context, name string) (string, error) {
	in, err := a.open(ctx, target{name: name})
	if err != nil {
		return "", err
	}
	defer in.close()
	log, err := sessionlog.Read(in.src, 0)
	if err != nil || log.Header() < 0 {
		return "", err
	}
	e, err := log.Entry(log.Header())
	return e.Get("cwd").String(), err
}
