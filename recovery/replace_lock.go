package recovery

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// A sideLock is an advisory lock on a file beside the one it protects, never
// on the session itself: a lock belongs to an inode, and a replacement changes
// the inode. The kernel frees it when the process dies.
//
// The owner removes the side file while it still holds the lock. Whoever
// waited on the removed file then holds a lock on nothing, sees that the name
// is gone or means another file, and starts again; so there is one owner at
// most, and no side file is left.
type sideLock struct {
	file *flock.Flock
}

// lockPause is how long to wait before asking for a lock once more.
const lockPause = 5 * time.Millisecond

// waitLock takes the lock, or gives up with ErrBusy when ctx is done.
func waitLock(ctx context.Context, name string) (*sideLock, error) {
	for {
		l, err := tryLock(name)
		if l != nil || err != nil {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", ErrBusy, context.Cause(ctx))
		case <-time.After(lockPause):
		}
	}
}

// tryLock returns nil when another process, or another call, has the lock.
func tryLock(name string) (*sideLock, error) {
	// Readable for all, so that what a crashed run of another user left behind
	// can still be locked.
	file := flock.New(name, flock.SetFlag(os.O_CREATE|os.O_RDONLY|safeOpen), flock.SetPermissions(0o644))
	ok, err := file.TryLock()
	if !ok {
		return nil, errors.Join(err, file.Close())
	}
	held, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	named, err := os.Lstat(name)
	if err == nil && os.SameFile(held, named) {
		return &sideLock{file: file}, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return nil, errors.Join(err, file.Close())
}

// release removes the side file and frees the lock. A side file that cannot be
// removed is litter and harms nobody, so that is no error.
func (l *sideLock) release() {
	if l == nil {
		return
	}
	if !holdsOld {
		// An open file cannot be removed here, and for the same reason nobody
		// can lose a file that another process has opened meanwhile.
		_ = l.file.Close()
	}
	_ = os.Remove(l.file.Path())
	_ = l.file.Close()
}

// The side files of a session begin with a dot and do not end in .jsonl, so
// that neither pi nor a search for sessions takes them for one.

func lockName(dir, base string) string { return filepath.Join(dir, "."+base+".pi-fix.lock") }
func tempName(dir, base string) string { return filepath.Join(dir, "."+base+".pi-fix.tmp") }

// Sweep removes what a run that died left behind: new files that were never
// renamed, and locks. Replace does so itself; Sweep is for a caller that has
// nothing to replace. It does nothing while another pi-fix is at work, and
// never touches the session or a backup. An empty backupDir means the folder
// of the session.
func Sweep(name, backupDir string) error {
	real, err := resolve(name)
	if err != nil {
		return fmt.Errorf("sweep %s: %w", name, err)
	}
	dir, base := filepath.Dir(real), filepath.Base(real)
	if backupDir == "" {
		backupDir = dir
	}
	if err := errors.Join(sweepIn(dir, base), sweepIn(backupDir, base+backupSuffix)); err != nil {
		return fmt.Errorf("sweep %s: %w", name, err)
	}
	return nil
}

func sweepIn(dir, base string) error {
	if !exists(lockName(dir, base)) && !exists(tempName(dir, base)) {
		return nil
	}
	l, err := tryLock(lockName(dir, base))
	if l == nil {
		return err
	}
	defer l.release()
	return removeStale(tempName(dir, base))
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// removeStale removes a temporary file. Its name is fixed and the lock is held,
// so whoever made it is dead; no process id has to be judged for that.
func removeStale(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
