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
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	out, err := io.ReadAll(io.LimitReader(z, MaxUnpacked+1))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	if len(out) > MaxUnpacked {
		return nil, ErrTooLarge
	}
	return memory(out), nil
}

// IsGzip reports whether b begins like a gzip file.
func IsGzip(b []byte) bool { return bytes.HasPrefix(b, []byte{0x1f, 0x8b, 8}) }
