package recovery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Replacement says what a session becomes.
type Replacement struct {
	// Base is the fingerprint of what the new content was computed from. A
	// session that no longer matches it is left alone with a *ChangedError. One
	// without a Sum gets it while the new content is written.
	Base Fingerprint

	// Write writes the new content from its first byte to its last. The writer
	// reads from an io.LimitedReader over the original as an *os.File does, so
	// io.Copy lets the kernel copy, or share, the bytes.
	Write func(w io.Writer) error

	// Verify reads the new content back from the disk before it takes the
	// session's name; its error stops the replacement. Nil accepts everything.
	Verify func(f *os.File) error

	// Sum asks for the sum of the new content, which costs a read of it.
	Sum bool

	// BackupDir is the folder for the backup and is made when missing. Empty
	// means the folder of the session.
	BackupDir string

	// ModTime is the time the new file gets; zero means the time of writing. pi
	// continues the session with the latest time, so a repair of many sessions
	// that should not change their order passes Base.ModTime.
	ModTime time.Time
}

// An Outcome says what a replacement did.
type Outcome struct {
	// Name is the real file, after following symbolic links.
	Name string
	// Backup names the file that holds the content before; empty when the new
	// content equals the old, in which case nothing was touched.
	Backup string
	// After is the fingerprint of the new content, without late entries; its Sum
	// is there when it was asked for.
	After Fingerprint
	// Late counts the bytes that another program appended to the old file
	// during the replacement, and that now stand at the end of the new one.
	Late int64
}

// Replace gives a session new content such that at every instant, also after a
// crash or a power cut, its name stands for the whole old or the whole new
// content, and the old content stays in a backup. Nil means that new file and
// backup have reached the disk. Every other error is a *ReplaceError.
//
// The new file is written and verified before the backup is made, so that the
// likely failures, a full disk and a refused verification, leave no backup of
// a file that did not change. Then: backup by hard link, compare once more,
// rename, move what was appended to the old file meanwhile, sync the folder.
//
// Another Replace of the same session waits until the first one is done, and
// then as a rule finds it changed. Ctx ends the waiting and, up to the rename,
// the replacement; after the rename it is too late to stop.
//
// A second hard link to the session, made by somebody else, keeps the old
// content; the backup is then a copy, which no writer to that link reaches. Whether
// the session is in use is for Live to say.
func Replace(ctx context.Context, name string, r Replacement) (Outcome, error) {
	s := &swap{name: name, r: r}
	err := s.run(ctx)
	return s.out, err
}

// A swap is one replacement under way.
type swap struct {
	name string
	r    Replacement
	out  Outcome

	// probe is called before each step, so that a test can make it fail, or
	// change the world, at a place of its choice.
	probe func(Step) error

	dir, base string // of the real file
	lock      *sideLock
	old       *os.File // the original, open for reading all the way through
	folder    *os.File
	temp      *os.File // nil once it is closed
	tempName  string   // empty once there is nothing to remove
	made      string   // the backup, if this run made it
	same      bool     // the new content is the old one
	replaced  bool
	drained   int64 // bytes of old dealt with, starting at Base.Size
}

type step struct {
	name Step
	take func() error
}

// steps is the protocol in its order.
func (s *swap) steps(ctx context.Context) []step {
	return []step{
		{StepResolve, s.resolve},
		{StepLock, func() error { return s.takeLock(ctx) }},
		{StepOpen, s.open},
		{StepCreate, s.create},
		{StepWrite, s.write},
		{StepKeep, func() error { return keepAttributes(s.temp, s.old, s.r.ModTime) }},
		{StepSync, s.sync},
		{StepVerify, s.verify},
		{StepBackup, func() error { return s.backUp(ctx) }},
		{StepCompare, s.compare},
		{StepRename, s.rename},
		{StepDrain, func() error { return s.drain(wholeLines) }},
		{StepFolder, func() error { return syncFolder(s.folder) }},
		{StepSettle, s.settle},
	}
}

func (s *swap) run(ctx context.Context) error {
	// Deferred, so that a callback that panics leaves nothing behind either.
	defer s.finish()
	for _, st := range s.steps(ctx) {
		if s.same {
			return nil
		}
		err := s.enter(ctx, st.name)
		if err == nil {
			err = st.take()
		}
		if err != nil {
			return &ReplaceError{Name: s.name, Step: st.name, Replaced: s.replaced, Err: err}
		}
	}
	return nil
}

func (s *swap) enter(ctx context.Context, st Step) error {
	if ctx.Err() != nil && !s.replaced {
		return context.Cause(ctx)
	}
	if s.probe == nil {
		return nil
	}
	return s.probe(st)
}

// finish takes back everything that did not lead to a replacement. The lock
// goes last: it covers the temporary file too.
func (s *swap) finish() {
	if s.temp != nil {
		_ = s.temp.Close()
	}
	if s.tempName != "" {
		_ = os.Remove(s.tempName)
	}
	if s.made != "" && !s.replaced {
		_ = os.Remove(s.made)
	}
	for _, f := range []*os.File{s.old, s.folder} {
		if f != nil {
			_ = f.Close()
		}
	}
	s.lock.release()
}

func (s *swap) resolve() error {
	real, err := resolve(s.name)
	if err != nil {
		return err
	}
	s.out.Name, s.dir, s.base = real, filepath.Dir(real), filepath.Base(real)
	return nil
}

// resolve follows symbolic links to the file whose name a rename can take over.
func resolve(name string) (string, error) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	info, err := os.Lstat(real)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: %w", real, ErrNotRegular)
	}
	return real, nil
}

func (s *swap) takeLock(ctx context.Context) (err error) {
	if s.lock, err = waitLock(ctx, lockName(s.dir, s.base)); err != nil {
		return err
	}
	if s.r.BackupDir == "" {
		s.r.BackupDir = s.dir
	}
	err = removeStale(tempName(s.dir, s.base))
	return errors.Join(err, sweepIn(s.r.BackupDir, s.base+backupSuffix))
}

// open also compares, to spare the work of writing what cannot be used.
func (s *swap) open() (err error) {
	if s.old, err = openRegular(s.out.Name); err != nil {
		return err
	}
	// Opened now, because after the rename it would be too late to learn that
	// the folder cannot be read.
	if s.folder, err = os.Open(s.dir); err != nil {
		return err
	}
	return s.compare()
}

// openRegular opens a file for reading and never waits for a FIFO.
func openRegular(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|safeOpen, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// compare says whether both the open file and the file that has the name now
// are what the new content was computed from.
func (s *swap) compare() error {
	is, err := Glance(s.old)
	if err != nil {
		return err
	}
	held, err := s.old.Stat()
	if err != nil {
		return err
	}
	named, err := os.Lstat(s.out.Name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil || !os.SameFile(held, named) {
		return &ChangedError{Name: s.name, Was: s.r.Base}
	}
	if !s.r.Base.resembles(is) {
		return &ChangedError{Name: s.name, Was: s.r.Base, Is: is}
	}
	return nil
}

func (s *swap) rename() error {
	if !holdsOld {
		err := s.old.Close()
		if s.old = nil; err != nil {
			return err
		}
	}
	if err := os.Rename(s.tempName, s.out.Name); err != nil {
		return err
	}
	s.replaced, s.tempName = true, ""
	if holdsOld || s.made == "" {
		return nil
	}
	// The backup is the old file by another name. If it cannot be opened there
	// is nothing late to move, so that is no reason to call this a failure.
	s.old, _ = openRegular(s.made)
	return nil
}
