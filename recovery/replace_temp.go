package recovery

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/pkg/xattr"
)

func (s *swap) create() (err error) {
	name := tempName(s.dir, s.base)
	if s.temp, err = createNew(name); err != nil {
		return err
	}
	s.tempName = name
	return nil
}

// createNew makes a file that was not there. Nobody else may read it until it
// has the rights of the original.
func createNew(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR|safeOpen, 0o600)
}

// sync brings the new file to the disk. An error is final: after a failed fsync
// the kernel may report success for pages that it has dropped.
func (s *swap) sync() error {
	f := s.temp
	s.temp = nil
	return syncClose(f)
}

func syncClose(f *os.File) error {
	err := f.Sync()
	return errors.Join(err, f.Close())
}

// verify opens the new file anew, so that what is judged is what another
// program would read.
func (s *swap) verify() error {
	f, err := openRegular(s.tempName)
	if err != nil {
		return err
	}
	defer f.Close()
	if s.out.After, err = Glance(f); err != nil {
		return err
	}
	if s.out.After.Size == s.r.Base.Size {
		at, err := Differ(f, s.old, s.r.Base.Size)
		if s.same = at < 0; s.same {
			s.out.After = s.r.Base
		}
		if err != nil || s.same {
			return err
		}
	}
	var sum <-chan summed
	if s.r.Sum {
		sum = sumBeside(f, s.out.After.Size)
	}
	if s.r.Verify != nil {
		err = s.r.Verify(f)
	}
	if sum != nil {
		is := <-sum
		s.out.After.Sum = is.sum
		err = errors.Join(err, is.err)
	}
	return err
}

// keepAttributes gives to the owner, extended attributes, mode and time that
// from has. Only the mode must succeed: a session that others may suddenly read
// is worse than one that is not repaired. It comes last but for the time,
// because a change of owner or of an access list can change it.
func keepAttributes(to, from *os.File, modTime time.Time) error {
	if err := keepOwner(to, from); err != nil {
		return err
	}
	if err := keepXattrs(to, from); err != nil {
		return err
	}
	if err := keepMode(to, from); err != nil {
		return err
	}
	if modTime.IsZero() {
		return nil
	}
	return os.Chtimes(to.Name(), time.Time{}, modTime)
}

func keepMode(to, from *os.File) error {
	was, err := from.Stat()
	if err != nil {
		return err
	}
	is, err := to.Stat()
	if err != nil || is.Mode() == was.Mode() {
		return err
	}
	if err := to.Chmod(was.Mode()); err != nil {
		return err
	}
	if is, err = to.Stat(); err != nil || is.Mode() == was.Mode() {
		return err
	}
	return fmt.Errorf("%s: mode %v becomes %v", to.Name(), was.Mode(), is.Mode())
}

// contentBound are attributes the system computes from the content. A copy
// would be a wrong signature, and the file could not be opened any more.
func contentBound(name string) bool { return name == "security.ima" || name == "security.evm" }

func keepXattrs(to, from *os.File) error {
	if !xattr.XATTR_SUPPORTED {
		return nil
	}
	names, err := xattr.FList(from)
	if err != nil {
		return unlessIgnored(err)
	}
	for _, name := range names {
		if contentBound(name) {
			continue
		}
		if err := unlessIgnored(keepXattr(to, from, name)); err != nil {
			return err
		}
	}
	return nil
}

func keepXattr(to, from *os.File, name string) error {
	value, err := xattr.FGet(from, name)
	if err != nil {
		return err
	}
	// Many a label is already right on a new file, and may not be set.
	if is, err := xattr.FGet(to, name); err == nil && bytes.Equal(is, value) {
		return nil
	}
	return xattr.FSet(to, name, value)
}

func unlessIgnored(err error) error {
	if errors.Is(err, xattr.ENOATTR) || mayIgnore(err) {
		return nil
	}
	return err
}
