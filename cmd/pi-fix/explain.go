package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// explanation is what people read about an error: the file, what happened, and
// what to do next.
type explanation struct{ name, what, next string }

// String returns what happened, the name of the file first.
func (e explanation) String() string {
	if e.name == "" {
		return e.what
	}
	return e.name + ": " + e.what
}

// A usageError reports a command line that cannot be carried out.
type usageError struct{ What, Next string }

func (e *usageError) Error() string { return e.What }

func usage(next, format string, args ...any) error {
	return &usageError{What: fmt.Sprintf(format, args...), Next: next}
}

// explain words an error about a session, or about the command when name is "".
func explain(name string, err error) explanation {
	var u *usageError
	if errors.As(err, &u) {
		return explanation{what: u.What, next: u.Next}
	}
	if about := (*aboutError)(nil); errors.As(err, &about) {
		return explain(about.Name, about.Err)
	}
	what, next := explainReading(name, err)
	if what == "" {
		what, next = explainWriting(name, err)
	}
	if what == "" {
		what = bare(name, err)
	}
	return explanation{name, what, next}
}

func explainReading(name string, err error) (what, next string) {
	switch {
	case errors.As(err, new(*recovery.ReplaceError)), errors.As(err, new(*writeError)):
		return "", ""
	case errors.As(err, new(*packedError)):
		return bare(name, err), "unpack what can be had, and repair that: gzip -dc " + quote(name) + " > FILE.jsonl"
	case errors.As(err, new(*noSessionError)):
		return err.Error(), cmp.Or(didYouMean(name, commandNames()), nearFiles(name))
	case errors.Is(err, errNoSessions):
		return err.Error(), whereSessionsAre(name)
	case errors.Is(err, errNoMatch):
		return err.Error(), "a pattern stands for files that end in .jsonl or .jsonl.gz; ** stands for any folders"
	case name == "":
		return "", ""
	case errors.Is(err, fs.ErrNotExist):
		return "no such file", nearFiles(name)
	case errors.Is(err, fs.ErrPermission):
		return "not permitted to read it", "see who may: ls -l " + quote(name)
	case errors.Is(err, errNotRegular):
		return "not a regular file", "give its content on standard input: pi-fix check - < " + quote(name)
	case errors.Is(err, sessionlog.ErrNotSession):
		return explainForeign(name, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it became shorter while it was read, or is cut off", "run the same command again"
	}
	return "", ""
}

// backups returns those beside a session; a folder that cannot be read has none.
func backups(name string) []recovery.Backup {
	list, err := recovery.Backups(name, "")
	if err != nil {
		return nil
	}
	return list
}

func explainWriting(name string, err error) (what, next string) {
	elsewhere := "write the repaired session elsewhere: pi-fix repair -o FILE " + quote(name)
	var changed *recovery.ChangedError
	var live *inUseError
	var replace *recovery.ReplaceError
	switch {
	case errors.As(err, &replace) && replace.Replaced:
		return "the repaired session is in place, but " + bare(name, err), "what it held is in the backup: pi-fix restore --list " + quote(name)
	case errors.As(err, new(*unprovenError)):
		return bare(name, err) + "; the file is untouched", "this is a fault of pi-fix or of the disk; please report it with the output of: pi-fix check " + quote(name)
	case errors.Is(err, errPacked), errors.Is(err, errBackup):
		return err.Error(), elsewhere
	case errors.As(err, &live):
		return explainLive(name, live)
	case errors.As(err, &changed):
		return changed.Error() + "; nothing was written", "run the same command again"
	case errors.Is(err, recovery.ErrNoBackup) && len(backups(name)) == 0:
		return "there is no backup of it here", "if it is in another folder: pi-fix restore --backup-dir FOLDER " + quote(name)
	case errors.Is(err, recovery.ErrNoBackup):
		return bare(name, err), "what there is: pi-fix restore --list " + quote(name)
	case errors.As(err, new(*writeError)):
		return explainOutput(err)
	case replace != nil && replace.Step == recovery.StepBackup:
		return "its backup cannot be written: " + bare(name, replace.Err) + "; the file is untouched",
			"keep the backup elsewhere: pi-fix repair --backup-dir FOLDER " + quote(name)
	case errors.Is(err, recovery.ErrNoSpace):
		return "no space: " + bare(name, err) + "; the file is untouched", "free some space, or " + elsewhere
	case errors.Is(err, syscall.ENAMETOOLONG) && replace != nil:
		return "its name is so long that no file beside it can have a longer one; the file is untouched", "give it a shorter name, or " + elsewhere
	case errors.Is(err, recovery.ErrReadOnly) && replace != nil:
		return "not permitted to write in its folder, where a repair keeps the backup: " + bare(name, replace.Err) + "; the file is untouched", elsewhere
	case errors.Is(err, recovery.ErrBusy):
		return "another pi-fix is at work on it", "run the same command again when it is done"
	}
	return "", ""
}

// explainOutput is about a file that was named for an output.
func explainOutput(err error) (what, next string) {
	var out *writeError
	errors.As(err, &out)
	switch next = "name a file in a folder that is there"; {
	case errors.Is(err, recovery.ErrNoSpace):
		next = "free some space, or write it elsewhere"
	case errors.Is(err, recovery.ErrReadOnly):
		next = "write it elsewhere, or see who may write there: ls -ld " + quote(filepath.Dir(out.Name))
	}
	return out.Error(), next
}

func explainLive(name string, e *inUseError) (what, next string) {
	what = fmt.Sprintf("the session is in use: %v; the file is untouched", e.Use)
	switch e.Use.Reason {
	case recovery.Inside:
		next = "close pi and run this from another terminal, or leave what pi has and add a repaired branch: pi-fix --strategy append " + quote(name)
	case recovery.Running:
		next = "close pi and run this again, or let pi-fix wait for that: " + e.waiting + quote(name)
	default:
		next = "run this again when nothing writes to it, or let pi-fix wait for that: " + e.waiting + quote(name)
	}
	return what, next
}

// bare returns the text of an error without the noise of system calls and
// without repeating the name of the session.
func bare(name string, err error) string {
	text := err.Error()
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		cause := p.Err.Error()
		if name == "" {
			cause = p.Path + ": " + cause
		}
		text = strings.Replace(text, p.Error(), cause, 1)
	}
	text = strings.TrimPrefix(text, "restore "+name+": ")
	if r := (*recovery.ReplaceError)(nil); errors.As(err, &r) {
		text = strings.TrimPrefix(text, "replace "+r.Name+": ")
	}
	return text
}

// nearFiles proposes what a missing name may have been meant to be.
func nearFiles(name string) string {
	dir, base := filepath.Split(name)
	entries, err := os.ReadDir(filepath.Join(".", dir))
	if filepath.IsAbs(name) {
		entries, err = os.ReadDir(dir)
	}
	if err != nil && dir != "" {
		return "there is no folder " + quote(filepath.Clean(dir)) + " either"
	}
	var names []string
	for _, e := range entries {
		if isSessionName(e.Name()) || filepath.Ext(e.Name()) == filepath.Ext(base) {
			names = append(names, e.Name())
		}
	}
	if leads, err := os.Readlink(name); err == nil {
		return "it is a link to " + quote(leads) + ", which is not there"
	}
	if near := nearest(base, names); len(near) > 0 {
		for i := range near {
			near[i] = quote(dir + near[i])
		}
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "give a session file, or let pi-fix find the latest of this folder: pi-fix --continue"
}

// isFatal tells the errors that end a run from those of a single session.
func isFatal(err error) bool {
	return errors.Is(err, context.Canceled) || errors.As(err, new(*outputError))
}
