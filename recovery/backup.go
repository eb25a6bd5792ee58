package recovery

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A backup is named NAME.HASH.bak, where HASH is the first 12 hexadecimal
// digits of the SHA-256 of what it keeps. As a rule it is a hard link: the old
// file under another name, which takes no space and cannot be half written.
//
// It follows that a program which still has the old file open can append to
// the backup. A backup is therefore sound when it *begins* with the content its
// name promises. Restore gives exactly that content; what stands behind it was
// moved to the session by Replace, which also cuts it off the backup again
// once it can prove that no writer is left.
const (
	hashDigits   = 12
	backupSuffix = ".bak"
)

// A Backup is one backup of a session, as its folder shows it. Its content has
// not been looked at.
type Backup struct {
	Name string
	// Hash is the beginning of the SHA-256 of the content that it keeps.
	Hash string
	Size int64
	// ModTime is when the content was last written.
	ModTime time.Time
	// Made is when it became a backup or was last restored; where the system
	// does not record that, it is ModTime.
	Made time.Time
}

// Backups lists the backups of a session, the latest first. An empty dir means
// the folder of the session. The session need not exist any more.
func Backups(name, dir string) ([]Backup, error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if dir == "" {
		dir = filepath.Dir(name)
	}
	list, err := backupsIn(dir, filepath.Base(name))
	if err != nil {
		return nil, fmt.Errorf("backups of %s: %w", name, err)
	}
	return list, nil
}

func backupsIn(dir, base string) ([]Backup, error) {
	names, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []Backup
	for _, d := range names {
		hash, ok := backupHash(d.Name(), base)
		if !ok || !d.Type().IsRegular() {
			continue
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		name := filepath.Join(dir, d.Name())
		list = append(list, Backup{
			Name: name, Hash: hash, Size: info.Size(),
			ModTime: info.ModTime(), Made: madeTime(name, info),
		})
	}
	slices.SortFunc(list, func(a, b Backup) int {
		return cmp.Or(b.Made.Compare(a.Made), b.ModTime.Compare(a.ModTime), cmp.Compare(a.Name, b.Name))
	})
	return list, nil
}

func backupName(dir, base, hash string) string {
	return filepath.Join(dir, base+"."+hash[:hashDigits]+backupSuffix)
}

// backupHash takes the hash out of a backup's name.
func backupHash(name, base string) (string, bool) {
	rest, ok := strings.CutPrefix(name, base+".")
	if !ok {
		return "", false
	}
	hash, ok := strings.CutSuffix(rest, backupSuffix)
	if !ok || len(hash) != hashDigits || strings.Trim(hash, "0123456789abcdef") != "" {
		return "", false
	}
	return hash, true
}

// A TornBackupError reports a backup that does not begin with what its name
// promises: a copy that was interrupted, or that somebody changed.
type TornBackupError struct{ Name string }

func (e *TornBackupError) Error() string {
	return e.Name + ": the content is not what the name promises"
}

// holds says whether the file begins with the content that p describes.
func holds(f *os.File, p Fingerprint) (bool, error) {
	sum, err := sumOf(f, p.Size)
	return sum == p.Sum, err
}
