package sessionlog

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"sync"
)

// File is a session file as a [Source]. A small one is read at once, into memory
// that the next file gets when this one is closed; so what is read of it is copied.
type File struct {
	*os.File
	size  int64
	whole *[]byte // nil when it is read in pieces
}

// NewFile takes an open regular file at its present size.
func NewFile(f *os.File) (*File, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &File{File: f, size: st.Size()}, nil
}

// Size returns the size that the file had when it was taken.
func (f *File) Size() int64 { return f.size }

// wholes is memory for small files.
var wholes sync.Pool

// hold reads the file into memory as r reads it.
func (f *File) hold(r io.ReaderAt) ([]byte, error) {
	if f.whole != nil {
		return *f.whole, nil
	}
	b, _ := wholes.Get().(*[]byte)
	if b == nil || cap(*b) < int(f.size) {
		b = new([]byte)
		*b = make([]byte, 1<<bits.Len(uint(max(f.size, 1<<16))))
	}
	*b = (*b)[:f.size]
	if err := readAt(r, *b, 0); err != nil {
		return nil, err
	}
	f.whole = b
	return *b, nil
}

// ReadAt reads what the file holds, or held when it was read at once.
func (f *File) ReadAt(p []byte, off int64) (int, error) {
	if f.whole != nil {
		return memory(*f.whole).ReadAt(p, off)
	}
	return f.File.ReadAt(p, off)
}

// Close closes the file. A [Log] of it can be read no more.
func (f *File) Close() error {
	if f.whole != nil {
		wholes.Put(f.whole)
		f.whole = nil
	}
	return f.File.Close()
}

// SpanReader returns a reader of a span that ends in the file itself, which
// lets io.Copy to another file stay in the kernel.
func (f *File) SpanReader(s Span) (io.Reader, error) {
	if _, err := f.Seek(s.Start, io.SeekStart); err != nil {
		return nil, err
	}
	return io.LimitReader(f.File, s.Len()), nil
}

// MaxUnpacked is how many bytes a compressed session may unpack to. A session
// is hostile input, and a small gzip file can hold a terabyte of zeros.
const MaxUnpacked = 1 << 31

// ErrTooLarge is the error of a compressed session that unpacks to more than
// [MaxUnpacked].
var ErrTooLarge = errors.New("unpacks to more than 2 GiB")

// Bytes returns b as a source in memory, unpacked when it is gzip.
func Bytes(b []byte) (Source, error) {
	if !IsGzip(b) {
		return memory(b), nil
	}
	// Counted before it is kept: what unpacks to too much then takes time and no
	// memory, and all else no more than its size.
	size, err := unpack(io.Discard, b)
	if err != nil {
		return nil, err
	}
	if size > MaxUnpacked {
		return nil, ErrTooLarge
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	if _, err := unpack(out, b); err != nil {
		return nil, err
	}
	return memory(out.Bytes()), nil
}

// unpack unpacks gzip data, but not much more than [MaxUnpacked].
func unpack(to io.Writer, b []byte) (int64, error) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return 0, fmt.Errorf("unpack: %w", err)
	}
	n, err := io.Copy(to, io.LimitReader(z, MaxUnpacked+1))
	if err != nil {
		return n, fmt.Errorf("unpack: %w", err)
	}
	return n, nil
}

// IsGzip reports whether b begins like a gzip file.
func IsGzip(b []byte) bool { return bytes.HasPrefix(b, []byte{0x1f, 0x8b, 8}) }
