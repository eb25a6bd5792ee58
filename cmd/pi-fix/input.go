package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// input is one session that is open for reading. A file is read in pieces; what
// comes from standard input or is packed is held in memory.
type input struct {
	name   string
	file   *os.File    // nil for standard input
	info   fs.FileInfo // as of before the first byte was read
	src    sessionlog.Source
	packed bool
	raw    []byte // all bytes as they came, when they are in memory
}

// large is the size in bytes from which memory counts for more than time.
const large = 64 << 20

// open opens a target. The caller closes it.
func (a *app) open(ctx context.Context, t target) (*input, error) {
	if t.err != nil {
		return nil, t.err
	}
	if t.name == standardInput {
		raw, err := readAll(ctx, a.in)
		if err != nil {
			return nil, err
		}
		return inMemory(&input{name: t.name}, raw)
	}
	f, err := os.Open(t.name)
	if err != nil {
		return nil, err
	}
	in, err := a.openFile(ctx, t.name, f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return in, nil
}

func (a *app) openFile(ctx context.Context, name string, f *os.File) (*input, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	in := &input{name: name, file: f, info: info}
	var head [3]byte
	if n, _ := f.ReadAt(head[:], 0); sessionlog.IsGzip(head[:n]) {
		raw, err := io.ReadAll(io.NewSectionReader(f, 0, info.Size()))
		if err != nil {
			return nil, err
		}
		return inMemory(in, raw)
	}
	file, err := sessionlog.NewFile(f)
	if err != nil {
		return nil, err
	}
	if info.Size() >= large {
		// What is kept of a session holds no pointers, so collecting often costs little
		// and spares as much memory again as the session takes.
		debug.SetGCPercent(25)
	}
	in.src = &watched{File: file, ctx: ctx, bar: a.bar}
	return in, nil
}

func inMemory(in *input, raw []byte) (*input, error) {
	in.raw, in.packed = raw, sessionlog.IsGzip(raw)
	src, err := sessionlog.Bytes(raw)
	if err != nil {
		return nil, &packedError{err}
	}
	in.src = src
	return in, nil
}

// A packedError reports gzip data that cannot be unpacked.
type packedError struct{ Err error }

func (e *packedError) Error() string { return e.Err.Error() }

func (e *packedError) Unwrap() error { return e.Err }

// readAll reads to the end or until the run is interrupted; a terminal would
// otherwise keep it waiting.
func readAll(ctx context.Context, r io.Reader) ([]byte, error) {
	type outcome struct {
		b   []byte
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		b, err := io.ReadAll(r)
		done <- outcome{b, err}
	}()
	select {
	case o := <-done:
		return o.b, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (in *input) close() {
	if in != nil && in.file != nil {
		_ = in.file.Close() // open for reading only: nothing can be lost
	}
}

// base is the file's name as pi would have given it, "" when there is none.
func (in *input) base() string {
	if in.file == nil {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(in.name), ".gz")
}

// size is the number of bytes as they are stored.
func (in *input) size() int64 {
	if in.file == nil {
		return int64(len(in.raw))
	}
	return in.info.Size()
}

// sum returns the SHA-256 of the bytes as they are stored, in hexadecimal.
func (in *input) sum() (string, error) {
	h := sha256.New()
	if in.raw != nil {
		h.Write(in.raw)
	} else if _, err := io.Copy(h, io.NewSectionReader(in.src, 0, in.src.Size())); err != nil {
		return "", fmt.Errorf("read: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// watched is a session file whose reading can be interrupted and moves the
// progress bar.
type watched struct {
	*sessionlog.File
	ctx  context.Context
	bar  *progress
	seen atomic.Int64
}

// ReadAt reads from the file unless the run was interrupted.
func (w *watched) ReadAt(p []byte, off int64) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.File.ReadAt(p, off)
	// A session is read several times over; only the first time is progress.
	if before := w.seen.Add(int64(n)) - int64(n); before < w.Size() {
		w.bar.add(min(int64(n), w.Size()-before))
	}
	return n, err
}
