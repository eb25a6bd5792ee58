package sessionlog

import (
	"bytes"
	"runtime"
)

// chunkSize is how much is read and parsed at once, which stays in the cache of a core.
const chunkSize = 256 << 10

// pageSize is what a read and its buffer are aligned by: where they are not, it
// is several times slower.
const pageSize = 4 << 10

// longLine is from which size on it pays to have the room of a shorter line freed.
const longLine = 1 << 20

// pieces hands out the lines of a source, some at a time and each once. To read is a
// tenth of the work, so whoever parses can wait for his turn.
type pieces struct {
	src  Source
	mem  memory // src when it is in memory
	size int64
	at   int64 // where the next piece begins, as does a line
}

func newPieces(src Source) *pieces {
	m, _ := src.(memory)
	return &pieces{src: src, mem: m, size: src.Size()}
}

// next returns whole lines and where they begin; at the end there are none.
func (p *pieces) next(c *chunker) (lines []byte, off int64, err error) {
	off = p.at
	switch {
	case off == p.size:
	case p.mem != nil:
		lines = p.mem[off:p.size]
		if len(lines) > chunkSize {
			if nl := bytes.IndexByte(lines[chunkSize:], '\n'); nl >= 0 {
				lines = lines[:chunkSize+nl+1]
			}
		}
	default:
		lines, err = c.read(p.src, off, p.size)
	}
	p.at += int64(len(lines))
	return lines, off, err
}

// read reads about a chunk of whole lines, and one at least, from where a line begins.
func (c *chunker) read(src Source, at, size int64) ([]byte, error) {
	pad := int(at & (pageSize - 1))
	for have := pad; ; {
		end := at + int64(have-pad)
		n := int(min(chunkSize, size-end))
		if have+n > cap(c.buf) {
			// A line like this needs more room, but no more than it is long.
			nl, err := c.lineEnd(src, end, size)
			if err != nil {
				return nil, err
			}
			n = int(nl - end)
			c.grow(have, n)
		}
		b := c.buf[have : have+n]
		if err := readAt(src, b, end); err != nil {
			return nil, err
		}
		if end+int64(n) == size {
			return c.buf[pad : have+n], nil
		}
		if nl := lastNewline(b); nl >= 0 {
			return c.buf[pad : have+nl+1], nil
		}
		have += n
	}
}

// grow makes room for n bytes behind those that are there.
func (c *chunker) grow(have, n int) {
	if have+n > cap(c.buf) {
		more := n / 4 // for lines that are a little longer
		if have+n > largeLine {
			more = 0
		}
		next := room(have + n + more)
		copy(next, c.buf[:have])
		c.buf = next
		if n > longLine {
			c.x.marks, c.x.marked = nil, nil // which will be too short as well
			runtime.GC()
		}
	}
}

// lineEnd returns where the line ends that goes on at an offset, without keeping it.
func (c *chunker) lineEnd(src Source, at, size int64) (int64, error) {
	if c.ahead == nil {
		c.ahead = make([]byte, chunkSize)
	}
	for at < size {
		b := c.ahead[:min(chunkSize, size-at)]
		if err := readAt(src, b, at); err != nil {
			return 0, err
		}
		if nl := bytes.IndexByte(b, '\n'); nl >= 0 {
			return at + int64(nl) + 1, nil
		}
		at += int64(len(b))
	}
	return size, nil
}

// lastNewline is bytes.LastIndexByte, which looks at one byte at a time.
func lastNewline(b []byte) int {
	for end := len(b); end > 0; {
		from := max(end-pageSize, 0)
		if bytes.IndexByte(b[from:end], '\n') >= 0 {
			return from + bytes.LastIndexByte(b[from:end], '\n')
		}
		end = from
	}
	return -1
}
