package sessionlog

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
)

// File is a session file as a [Source].
type File struct {
	*os.File
	size int64
}

// NewFile takes an open regular file at its present size.
func NewFile(f *os.File) (*File, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &File{f, st.Size()}, nil
}

// Size returns the size that the file had when it was taken.
func (f *File) Size() int64 { return f.size }

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
