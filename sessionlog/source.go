package sessionlog

import (
	"io"
	"runtime/debug"
)

// Span is a half-open range of byte offsets.
type Span struct{ Start, End int64 }

// Len returns the number of bytes in the span.
func (s Span) Len() int64 { return s.End - s.Start }

// Source is what a session is read from. A *[bytes.Reader], an
// *[io.SectionReader] and a *[Patch] are sources.
type Source interface {
	io.ReaderAt
	Size() int64
}

// memory is a source whose spans can be had without copying.
type memory []byte

func (m memory) Size() int64 { return int64(len(m)) }

func (m memory) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(m)) {
		return 0, io.EOF
	}
	n := copy(p, m[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// spanReader is a [File], or what reads one for somebody.
type spanReader interface {
	SpanReader(Span) (io.Reader, error)
}

// readFull reads the span of src, or fails.
func readFull(src Source, s Span) ([]byte, error) {
	if m, ok := src.(memory); ok {
		return m[s.Start:s.End:s.End], nil
	}
	b := room(int(s.Len()))
	if err := readAt(src, b, s.Start); err != nil {
		return nil, err
	}
	return b, nil
}

// room returns room for n bytes. Where that is much, what nobody needs any more goes
// back to the system first: a line would otherwise be there once more for each time that
// it was read.
func room(n int) []byte {
	if n > largeLine {
		debug.FreeOSMemory()
	}
	return make([]byte, n)
}

// readAt fills b, or fails.
func readAt(src io.ReaderAt, b []byte, at int64) error {
	n, err := src.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
