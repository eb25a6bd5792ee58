package recovery

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"time"
)

// tailSize is how much of the end of a file is hashed apart. A session grows at
// its end and is otherwise rewritten from the front, so a rewrite that keeps
// size and time by chance still shows in the last lines.
const tailSize = 64 << 10

// chunkSize is how much is read at once; a multiple of the page size, because
// reads that straddle pages are several times slower.
const chunkSize = 1 << 20

// A Fingerprint says which file was read and what it held at that moment. The
// zero value matches no file.
type Fingerprint struct {
	Size    int64
	ModTime time.Time
	// Device and Inode name the file itself, whatever its name.
	Device, Inode uint64
	// Sum is the SHA-256 of the content and Tail that of its last 64 KiB.
	Sum, Tail [sha256.Size]byte
}

// Hash returns the SHA-256 of the content in hexadecimal.
func (p Fingerprint) Hash() string {
	return hex.EncodeToString(p.Sum[:])
}

// Stamp takes the fingerprint of an open regular file. It streams the content
// by offset and leaves the file's position alone. When the file changes while
// it is read the error is a *ChangedError.
//
// Stamp a session before reading it: then every change that came after the
// stamp, also one amid the reading, stops Replace.
func Stamp(f *os.File) (Fingerprint, error) {
	before, err := Glance(f)
	if err != nil {
		return Fingerprint{}, err
	}
	sum, err := sumOf(f, before.Size)
	if err != nil {
		return Fingerprint{}, err
	}
	after, err := Glance(f)
	if err != nil {
		return Fingerprint{}, err
	}
	after.Sum = sum
	if !before.resembles(after) {
		return Fingerprint{}, &ChangedError{Name: f.Name(), Was: before, Is: after}
	}
	return after, nil
}

// Glance is [Stamp] without the Sum, at a cost that does not grow with the file.
func Glance(f *os.File) (Fingerprint, error) {
	info, err := f.Stat()
	if err != nil {
		return Fingerprint{}, err
	}
	if !info.Mode().IsRegular() {
		return Fingerprint{}, fmt.Errorf("%s: %w", f.Name(), ErrNotRegular)
	}
	p := Fingerprint{Size: info.Size(), ModTime: info.ModTime()}
	if p.Device, p.Inode, _, err = fileID(f); err != nil {
		return Fingerprint{}, err
	}
	tail, err := io.ReadAll(io.NewSectionReader(f, max(0, p.Size-tailSize), min(p.Size, tailSize)))
	p.Tail = sha256.Sum256(tail)
	return p, err
}

// resembles compares everything but Sum.
func (p Fingerprint) resembles(q Fingerprint) bool {
	return p.sameFile(q) && p.Size == q.Size && p.ModTime.Equal(q.ModTime) && p.Tail == q.Tail
}

func (p Fingerprint) sameFile(q Fingerprint) bool {
	return p.Device == q.Device && p.Inode == q.Inode
}

// sumOf hashes the first size bytes, or all there are if the file is shorter.
func sumOf(f io.ReaderAt, size int64) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	if _, err = io.CopyBuffer(h, io.NewSectionReader(f, 0, size), make([]byte, chunkSize)); err != nil {
		return sum, err
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}
