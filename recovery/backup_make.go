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

// backUp gives the old content a second name. The content is flushed first: pi
// never does, and the rename would leave the backup as the only copy of bytes
// that have perhaps not reached the disk. Then the folder is synced, because
// the backup must not be younger than the rename after a power cut.
func (s *swap) backUp(ctx context.Context) error {
	if err := flush(s.old); err != nil {
		return err
	}
	dir, err := s.backupDir()
	if err != nil {
		return err
	}
	s.out.Backup = backupName(dir, s.base, s.r.Base.Hash())
	if err := s.keepBackup(ctx, dir, s.out.Backup); err != nil {
		return err
	}
	return syncNamed(dir)
}

// backupDir returns the folder for backups, made when missing.
func (s *swap) backupDir() (string, error) {
	dir := s.r.BackupDir
	if exists(dir) {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return dir, syncNamed(filepath.Dir(dir))
}

func syncNamed(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(syncFolder(d), d.Close())
}

// keepBackup makes the backup unless a sound one is there. Whatever the reason
// why a link cannot be made, a copy either works or has a better reason.
func (s *swap) keepBackup(ctx context.Context, dir, name string) error {
	sound, err := s.isBackup(name)
	if err == nil {
		if sound {
			touchMade(name)
			return nil
		}
		return s.replaceBackup(ctx, dir, name, s.linkOrCopy)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if s.link(name) != nil {
		return s.replaceBackup(ctx, dir, name, s.copy)
	}
	s.made = name
	return nil
}

// isBackup says whether the file that has the backup's name is one. An earlier
// run that was killed may have left half a copy.
func (s *swap) isBackup(name string) (bool, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	f, err := openRegular(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	return holds(f, s.r.Base)
}

// errShared is why a file of several names is copied: whoever writes to it under
// another name would write to the backup.
var errShared = errors.New("the file has other names")

// link gives the old file the name, unless its own name means another file by
// now; then the comparison that follows will say so.
func (s *swap) link(name string) error {
	if _, _, links, err := fileID(s.old); err != nil || links > 1 {
		return errors.Join(err, errShared)
	}
	if err := os.Link(s.out.Name, name); err != nil {
		return err
	}
	held, err := s.old.Stat()
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	named, err := os.Lstat(name)
	if err == nil && !os.SameFile(held, named) {
		err = &ChangedError{Name: s.name, Was: s.r.Base}
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// replaceBackup fills a temporary name and renames it. Sessions of the same
// name from several folders may share a backup folder, hence the lock. It is
// never held while another lock is waited for, so no two runs block each other.
func (s *swap) replaceBackup(ctx context.Context, dir, name string, fill func(temp string) error) error {
	lock, err := waitLock(ctx, lockName(dir, s.base+backupSuffix))
	if err != nil {
		return err
	}
	defer lock.release()
	temp := tempName(dir, s.base+backupSuffix)
	if err := removeStale(temp); err != nil {
		return err
	}
	if err = fill(temp); err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, removeStale(temp))
	}
	s.made = name
	return nil
}

func (s *swap) linkOrCopy(temp string) error {
	if s.link(temp) == nil {
		return nil
	}
	return s.copy(temp)
}

// copy writes the old content to a new file and reads it back.
func (s *swap) copy(temp string) error {
	f, err := createNew(temp)
	if err != nil {
		return err
	}
	if _, err = s.old.Seek(0, io.SeekStart); err == nil {
		_, err = io.Copy(f, io.LimitReader(s.old, s.r.Base.Size))
	}
	if err == nil {
		err = keepAttributes(f, s.old, s.r.Base.ModTime)
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	if err := syncClose(f); err != nil {
		return err
	}
	sound, err := s.isBackup(temp)
	if err == nil && !sound {
		is, _ := Glance(s.old)
		err = &ChangedError{Name: s.name, Was: s.r.Base, Is: is}
	}
	return err
}

// touchMade makes a backup the latest one, by setting the mode it has: that
// sets the time of change and nothing else. Somebody else's backup stays as
// it is; then only the order of a listing is less telling.
func touchMade(name string) {
	if info, err := os.Lstat(name); err == nil {
		_ = os.Chmod(name, info.Mode())
	}
}

// dropLeftLinks removes names that the old file still has as backup of another
// content. A run that died between backup and rename left them on the live
// session, which pi then went on writing to, so they keep nothing of their own.
func (s *swap) dropLeftLinks() {
	_, _, links, err := fileID(s.old)
	if err != nil || links == 0 {
		return
	}
	held, err := s.old.Stat()
	if err != nil {
		return
	}
	if kept, err := os.Lstat(s.out.Backup); err == nil && links == 1 && os.SameFile(held, kept) {
		return
	}
	for _, dir := range []string{s.dir, s.r.BackupDir} {
		list, _ := backupsIn(dir, s.base)
		for _, b := range list {
			named, err := os.Lstat(b.Name)
			if err == nil && filepath.Base(b.Name) != filepath.Base(s.out.Backup) && os.SameFile(held, named) {
				_ = os.Remove(b.Name)
			}
		}
	}
}

// trim cuts late bytes off the backup, so that it has the hash of its name and
// nothing behind it. They are in the new file and on the disk. It is done only
// when nobody can write to the old file any more and it has no other name;
// otherwise, and when it fails, the backup is sound as it is.
func (s *swap) trim(state writers) {
	if s.drained == 0 || state != noWriter {
		return
	}
	held, err := s.old.Stat()
	if err != nil {
		return
	}
	named, err := os.Lstat(s.out.Backup)
	_, _, links, idErr := fileID(s.old)
	if err != nil || idErr != nil || links != 1 || !os.SameFile(held, named) {
		return
	}
	if os.Truncate(s.out.Backup, s.r.Base.Size) != nil {
		return
	}
	_ = os.Chtimes(s.out.Backup, time.Time{}, s.r.Base.ModTime)
	_ = flush(s.old)
}
