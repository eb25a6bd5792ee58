package recovery

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"math"
	"os"
)

// write writes the new content and, beside it, takes the sum of the old one where the
// caller has none.
func (s *swap) write() error {
	if s.r.Base.Sum != ([sha256.Size]byte{}) {
		return s.r.Write(&early{File: s.temp})
	}
	sum := sumBeside(s.old, s.r.Base.Size)
	err := s.r.Write(&early{File: s.temp})
	was := <-sum
	s.r.Base.Sum = was.sum
	return errors.Join(err, was.err)
}

type summed struct {
	sum [sha256.Size]byte
	err error
}

// sumBeside takes a sum while the caller does something else. A file that is closed
// meanwhile ends it.
func sumBeside(f io.ReaderAt, size int64) <-chan summed {
	out := make(chan summed, 1)
	go func() {
		sum, err := sumOf(f, size)
		out <- summed{sum, err}
	}()
	return out
}

// earlyBytes is after how many bytes the system is asked to bring them to the disk.
const earlyBytes = 16 << 20

// early is a new file whose bytes are on their way to the disk while more of them are
// written. The sync that follows has little left to wait for.
type early struct {
	*os.File
	at, begun int64
}

func (e *early) Write(b []byte) (int, error) {
	n, err := e.File.Write(b)
	e.wrote(int64(n))
	return n, err
}

// ReadFrom lets the kernel copy from a part of a file, as *os.File does.
func (e *early) ReadFrom(r io.Reader) (n int64, err error) {
	from, ok := r.(*io.LimitedReader)
	if !ok {
		from = &io.LimitedReader{R: r, N: math.MaxInt64}
	}
	for from.N > 0 && err == nil {
		want := min(from.N, earlyBytes)
		var m int64
		m, err = e.File.ReadFrom(io.LimitReader(from.R, want))
		n, from.N = n+m, from.N-m
		e.wrote(m)
		if m < want {
			break
		}
	}
	return n, err
}

func (e *early) wrote(n int64) {
	if e.at += n; e.at-e.begun >= earlyBytes {
		beginWriting(e.File, e.begun, e.at-e.begun)
		e.begun = e.at
	}
}

// Differ returns up to where the first size bytes of two files are the same, give or
// take some hundred kilobytes, and -1 when they all are.
func Differ(f, g io.ReaderAt, size int64) (at int64, err error) {
	var a, b [chunkSize / 4]byte
	for at < size {
		n := min(int64(len(a)), size-at)
		_, err1 := f.ReadAt(a[:n], at)
		_, err2 := g.ReadAt(b[:n], at)
		if err := errors.Join(unlessEnd(err1), unlessEnd(err2)); err != nil || !bytes.Equal(a[:n], b[:n]) {
			return at, err
		}
		at += n
	}
	return -1, nil
}

// unlessEnd passes over the end of a file that comes with its last bytes.
func unlessEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
