package sessionlog

import (
	"bytes"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// chunkSize is how much is read at once. Reads begin at multiples of it, since
// reads that are not page-aligned are several times slower.
const chunkSize = 1 << 20

// parallelFrom is the size from which more than one goroutine parses.
const parallelFrom = 4 << 20

// batch is what one chunk yields.
type batch struct {
	recs     []record
	refs     []Key
	pictures []Picture
	err      error
}

// chunker reads the lines that belong to a chunk. A line belongs to the chunk
// that holds the newline before it, the first line to the first chunk; so no
// chunk has to look back, and each reads on past its end to finish its last line.
type chunker struct {
	src  Source
	mem  memory // src when it is in memory
	size int64
	buf  []byte
	// ahead is where the end of a long line is looked for.
	ahead []byte
	recs  []record // of the chunk at hand, as are x.refs
	x     extractor
}

// chunkers are used again, so that a folder of small sessions costs no more memory
// than one.
var chunkers = sync.Pool{New: func() any { return new(chunker) }}

func newChunker(src Source) *chunker {
	m, _ := src.(memory)
	c := chunkers.Get().(*chunker)
	c.src, c.mem, c.size = src, m, src.Size()
	return c
}

// done gives the chunker back, without what it has read.
func (c *chunker) done() {
	c.src, c.mem = nil, nil
	c.x.b, c.x.typ, c.x.block = nil, nil, blockFacts{}
	chunkers.Put(c)
}

// window returns the bytes of the chunk at off and as many of the following
// chunks as it takes to hold the newline that ends the last line.
func (c *chunker) window(off int64) ([]byte, error) {
	end := min(off+chunkSize, c.size)
	if c.mem != nil {
		if off > 0 && bytes.IndexByte(c.mem[off:end], '\n') < 0 {
			return nil, nil // inside a long line: nothing here belongs to this chunk
		}
		if nl := bytes.IndexByte(c.mem[end:], '\n'); nl >= 0 {
			return c.mem[off : end+int64(nl)+1], nil
		}
		return c.mem[off:], nil
	}
	c.buf = c.buf[:0]
	if err := c.grow(int(end-off), off); err != nil {
		return nil, err
	}
	if off > 0 && bytes.IndexByte(c.buf, '\n') < 0 {
		return nil, nil
	}
	for step := int64(chunkSize / 16); end < c.size; step = min(2*step, chunkSize) {
		next := min(end+step, c.size)
		if step == chunkSize && cap(c.buf) < len(c.buf)+chunkSize {
			// A line like this needs more room, but no more than it is long.
			var err error
			if next, err = c.lineEnd(end); err != nil {
				return nil, err
			}
		}
		from := len(c.buf)
		if err := c.grow(int(next-end), end); err != nil {
			return nil, err
		}
		if nl := bytes.IndexByte(c.buf[from:], '\n'); nl >= 0 {
			return c.buf[:from+nl+1], nil
		}
		end = next
	}
	return c.buf, nil
}

// lineEnd returns where the line ends that goes on at an offset, without keeping it.
func (c *chunker) lineEnd(at int64) (int64, error) {
	if c.ahead == nil {
		c.ahead = make([]byte, chunkSize)
	}
	for at < c.size {
		b := c.ahead[:min(chunkSize, c.size-at)]
		if err := readAt(c.src, b, at); err != nil {
			return 0, err
		}
		if nl := bytes.IndexByte(b, '\n'); nl >= 0 {
			return at + int64(nl) + 1, nil
		}
		at += int64(len(b))
	}
	return c.size, nil
}

func (c *chunker) grow(n int, at int64) error {
	have := len(c.buf)
	if cap(c.buf) < have+n {
		// The first buffer has room for the usual case, a chunk and the end of
		// its last line; after it come two more at most.
		next := make([]byte, have, max(have+n, 2*chunkSize))
		copy(next, c.buf)
		c.buf = next
	}
	c.buf = c.buf[:have+n]
	return readAt(c.src, c.buf[have:], at)
}

// parse returns the records of the lines that belong to the chunk at off.
func (c *chunker) parse(off int64) batch {
	w, err := c.window(off)
	if err != nil {
		return batch{err: err}
	}
	recs := c.recs[:0]
	c.x.refs, c.x.allPictures = c.x.refs[:0], c.x.allPictures[:0]
	limit := int(min(off+chunkSize, c.size) - off)
	at := 0
	if off > 0 {
		nl := bytes.IndexByte(w, '\n')
		if nl < 0 || nl >= limit {
			return batch{}
		}
		at = nl + 1
	}
	for at < len(w) && at <= limit {
		end := len(w)
		if nl := bytes.IndexByte(w[at:], '\n'); nl >= 0 {
			end = at + nl + 1
		}
		body := w[at:end]
		if body[len(body)-1] == '\n' {
			body = body[:len(body)-1]
		}
		c.x.at = len(recs)
		recs = append(recs, record{start: off + int64(at)})
		c.x.line(body, &recs[len(recs)-1])
		at = end
	}
	c.recs = recs
	return batch{slices.Clone(recs), slices.Clone(c.x.refs), slices.Clone(c.x.allPictures), nil}
}

// Workers is how many goroutines parse one large session: 0 means as many as
// the machine runs at once.
type Workers int

func (n Workers) count() int {
	if n <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return int(n)
}

// parseAll parses every chunk of src and joins the batches in order.
func parseAll(src Source, workers Workers) (batch, error) {
	size := src.Size()
	j := joiner{chunks: int((size + chunkSize - 1) / chunkSize)}
	if size >= parallelFrom && workers.count() > 1 {
		err := j.parallel(src, workers.count())
		return j.all, err
	}
	c := newChunker(src)
	defer c.done()
	for i := range j.chunks {
		if err := j.add(c.parse(int64(i) * chunkSize)); err != nil {
			return batch{}, err
		}
	}
	return j.all, nil
}

// joiner joins batches in the order of their chunks.
type joiner struct {
	chunks, done int
	all          batch
}

// add appends a batch. The first one tells about how many lines there will be,
// so that the slices need not grow by doubling.
func (j *joiner) add(b batch) error {
	if b.err != nil {
		return b.err
	}
	j.done++
	if j.done == 1 {
		room := j.chunks + j.chunks/16 + 1
		if j.chunks == 1 {
			room = 1
		}
		j.all.recs = make([]record, 0, room*len(b.recs))
		j.all.refs = make([]Key, 0, room*len(b.refs))
	}
	base, lines := uint32(len(j.all.refs)), len(j.all.recs)
	for i := range b.recs {
		b.recs[i].refs += base
	}
	for i := range b.pictures {
		b.pictures[i].Line += lines
	}
	j.all.recs = append(j.all.recs, b.recs...)
	j.all.refs = append(j.all.refs, b.refs...)
	j.all.pictures = append(j.all.pictures, b.pictures...)
	return nil
}

// parallel lets workers take chunks by number. A ring of channels keeps the
// order; the tokens bound how far a worker may run ahead of the join, so that
// no slot is filled twice before it is read.
func (j *joiner) parallel(src Source, workers int) error {
	ring := make([]chan batch, 4*workers)
	tokens := make(chan struct{}, len(ring))
	for i := range ring {
		ring[i] = make(chan batch, 1)
		tokens <- struct{}{}
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			c := newChunker(src)
			defer c.done()
			for range tokens {
				i := int(next.Add(1)) - 1
				if i >= j.chunks {
					return
				}
				ring[i%len(ring)] <- c.parse(int64(i) * chunkSize)
			}
		})
	}
	var err error
	for i := 0; i < j.chunks && err == nil; i++ {
		if err = j.add(<-ring[i%len(ring)]); err == nil {
			tokens <- struct{}{}
		}
	}
	close(tokens)
	wg.Wait()
	return err
}
