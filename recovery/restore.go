package recovery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// ErrNoBackup is returned when no backup answers to what Restore was asked for.
var ErrNoBackup = errors.New("no such backup")

// An AmbiguousError reports that the beginning of a hash names several backups.
type AmbiguousError struct {
	Hash    string
	Backups []Backup
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q names %d backups", e.Hash, len(e.Backups))
}

// A Restoration says which backup to put back. The zero value means the latest
// one beside the session, which undoes the last replacement.
type Restoration struct {
	// Hash is the SHA-256 of the content to put back, or its beginning.
	Hash string
	// Dir is the folder of the backups; empty means that of the session.
	Dir string
}

// Restore gives a session the content of a backup, by the protocol of Replace;
// so what the session held is backed up in its turn, and a second call with
// that hash puts it back. The restored file has the backup's time.
//
// When the session already has that content, nothing is touched and the
// Outcome's Backup is empty. The restored backup becomes the latest one, so a
// Restore repeated with the zero Restoration does nothing.
func Restore(ctx context.Context, name string, r Restoration) (Outcome, error) {
	out, err := restore(ctx, name, r)
	if err != nil {
		return out, fmt.Errorf("restore %s: %w", name, err)
	}
	return out, nil
}

func restore(ctx context.Context, name string, r Restoration) (Outcome, error) {
	base, err := stampNamed(name)
	if err != nil {
		return Outcome{}, err
	}
	list, err := Backups(name, r.Dir)
	if err != nil {
		return Outcome{}, err
	}
	b, err := choose(list, strings.ToLower(r.Hash), base)
	if err != nil {
		return Outcome{}, err
	}
	if hasHash(base.Sum[:], b.Hash) {
		touchMade(b.Name)
		return Outcome{Name: name, After: base}, nil
	}
	f, err := openRegular(b.Name)
	if err != nil {
		return Outcome{}, err
	}
	defer f.Close()
	size, err := promised(f, b.Hash)
	if err != nil {
		return Outcome{}, err
	}
	out, err := Replace(ctx, name, replacementFrom(f, size, b, r, base))
	if err == nil {
		touchMade(b.Name)
	}
	return out, err
}

func replacementFrom(f *os.File, size int64, b Backup, r Restoration, base Fingerprint) Replacement {
	return Replacement{
		Base: base,
		Write: func(w io.Writer) error {
			if _, err := f.Seek(0, io.SeekStart); err != nil {
				return err
			}
			_, err := io.Copy(w, io.LimitReader(f, size))
			return err
		},
		Verify: func(g *os.File) error {
			sum, err := sumOf(g, size)
			if err == nil && (!hasHash(sum[:], b.Hash) || !agrees(sum[:], r.Hash)) {
				err = &TornBackupError{Name: b.Name}
			}
			return err
		},
		Sum:       true,
		BackupDir: r.Dir,
		ModTime:   latest(b.ModTime, size == b.Size),
	}
}

// agrees compares a sum with as much of its hash as the caller gave.
func agrees(sum []byte, hash string) bool { return hasHash(sum, strings.ToLower(hash)) }

// latest drops the time of a backup that was appended to, since it is not the
// time of the content that is restored.
func latest(t time.Time, whole bool) time.Time {
	if whole {
		return t
	}
	return time.Time{}
}

func stampNamed(name string) (Fingerprint, error) {
	real, err := resolve(name)
	if err != nil {
		return Fingerprint{}, err
	}
	f, err := openRegular(real)
	if err != nil {
		return Fingerprint{}, err
	}
	defer f.Close()
	return Stamp(f)
}

// choose returns the one backup that hash names, or the latest for no hash. Of
// backups made within one tick of the clock that is the one the session has.
func choose(list []Backup, hash string, base Fingerprint) (Backup, error) {
	var found []Backup
	for _, b := range list {
		if strings.HasPrefix(b.Hash, hash) || strings.HasPrefix(hash, b.Hash) {
			found = append(found, b)
		}
	}
	switch {
	case len(found) == 0:
		return Backup{}, fmt.Errorf("%w: %q", ErrNoBackup, hash)
	case hash != "" && len(found) > 1:
		return Backup{}, &AmbiguousError{Hash: hash, Backups: found}
	}
	for _, b := range found {
		if b.Made.Equal(found[0].Made) && hasHash(base.Sum[:], b.Hash) {
			return b, nil
		}
	}
	return found[0], nil
}
