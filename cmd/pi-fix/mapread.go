package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"unsafe"

	"github.com/pi-fix/pi-fix/mapper"
)

// readSource reads a file that is to be mapped. Only regular files are opened. The text is
// good for as long as nothing else is read into the memory.
func (a *app) readSource(ctx context.Context, name string, memory *[]byte) (string, error) {
	if name == standardInput {
		src, err := readAll(ctx, io.LimitReader(&textReader{from: a.in}, maxMapped+1))
		if len(src) > maxMapped {
			return "", &fs.PathError{Op: "read", Path: name, Err: errHuge}
		}
		if len(src) > largeSource {
			debug.SetGCPercent(100)
		}
		return string(src), err
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return "", &fs.PathError{Op: "read", Path: name, Err: errFolder}
	case !info.Mode().IsRegular():
		return "", errNotRegular
	case info.Size() > maxMapped:
		return "", &fs.PathError{Op: "read", Path: name, Err: errHuge}
	}
	if info.Size() > largeSource {
		debug.SetGCPercent(100)
	}
	return readText(name, int(info.Size()), memory)
}

// While sources are small their maps use the same memory again, which is hardly worth
// collecting: it may grow to this many percent. A large one takes a lot, and is collected
// as usual.
const (
	easyCollecting = 400
	largeSource    = 4 << 20 // bytes
)

// readText reads a file of about this size.
func readText(name string, size int, memory *[]byte) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text := (*memory)[:0]
	if size >= cap(text) { // the end shows when there is room left
		text = make([]byte, 0, max(size+1, min(2*cap(text), largeSource)))
	}
	for {
		n, err := file.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case err == io.EOF:
			*memory = text
			return unsafe.String(unsafe.SliceData(text), len(text)), nil
		case err != nil:
			return "", err
		case len(text) == cap(text):
			text = slices.Grow(text, len(text))
		}
	}
}

// A textReader stops at the begin of what is no text, which may have no end.
type textReader struct {
	from io.Reader
	read bool
}

func (r *textReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if !r.read && mapper.IsBinary("", p[:n]) {
		return n, mapper.ErrBinary
	}
	r.read = true
	return n, err
}
