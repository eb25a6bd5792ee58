package recovery

import (
	"errors"
	"fmt"
)

// Cases that callers tell apart with errors.Is. What to advise belongs to the
// command: for ErrNoSpace and ErrReadOnly another place (--output,
// --backup-dir), for ErrBusy and a *ChangedError the same command once more,
// for ErrLive waiting until pi has ended.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrNoSpace    = errors.New("no space")
	ErrReadOnly   = errors.New("not permitted to write")
	ErrBusy       = errors.New("another pi-fix is at work on it")
	ErrLive       = errors.New("the session is in use")
)

// A Step is one part of a replacement; its words complete "replace NAME: ".
type Step string

// The steps in the order in which Replace takes them.
const (
	StepResolve Step = "find the file"
	StepLock    Step = "lock"
	StepOpen    Step = "open"
	StepCreate  Step = "create the new file"
	StepWrite   Step = "write the new file"
	StepKeep    Step = "keep mode and owner"
	StepSync    Step = "sync the new file"
	StepVerify  Step = "verify the new file"
	StepBackup  Step = "back up"
	StepCompare Step = "compare"
	StepRename  Step = "rename"
	StepDrain   Step = "move late entries"
	StepFolder  Step = "sync the folder"
	StepSettle  Step = "move the last late entries"
)

// A ReplaceError says how far a replacement came. Unless Replaced is set the
// session is untouched and nothing of the attempt is left on the disk.
type ReplaceError struct {
	Name string
	Step Step
	// Replaced is set when the new content already stands under the name, so
	// only its durability or late entries of another program are in doubt. The
	// backup stays and holds what was there before.
	Replaced bool
	Err      error
}

func (e *ReplaceError) Error() string {
	text := fmt.Sprintf("replace %s: %s: %v", e.Name, e.Step, e.Err)
	if e.Replaced {
		text += " (the new content is in place)"
	}
	return text
}

// Unwrap returns the cause.
func (e *ReplaceError) Unwrap() error { return e.Err }

// Is reports the causes that differ between systems as ErrNoSpace and
// ErrReadOnly.
func (e *ReplaceError) Is(target error) bool {
	switch target {
	case ErrNoSpace:
		return isNoSpace(e.Err)
	case ErrReadOnly:
		return isReadOnly(e.Err)
	}
	return false
}

// A ChangedError reports that a file is no longer what the repair was computed
// from. In Is the Sum is not known.
type ChangedError struct {
	Name    string
	Was, Is Fingerprint
}

func (e *ChangedError) Error() string {
	switch {
	case !e.Was.sameFile(e.Is):
		return "the file changed meanwhile: another file has its name"
	case e.Was.Size != e.Is.Size:
		return fmt.Sprintf("the file changed meanwhile: it had %d bytes and has %d", e.Was.Size, e.Is.Size)
	}
	return "the file changed meanwhile: it has the same size and other content or time"
}
