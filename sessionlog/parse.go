package sessionlog

import (
	"bytes"
	"cmp"
	"runtime"
	"sync"
)

// parallelFrom is the size from which more than one goroutine parses.
const parallelFrom = 1 << 20

// chunker parses pieces, one after the other.
type chunker struct {
	buf []byte
	// ahead is where the end of a long line is looked for.
	ahead []byte
	x     extractor
}

// chunkers are used again, so that a folder of small sessions costs no more memory
// than one.
var chunkers = sync.Pool{New: func() any { return &chunker{buf: make([]byte, 0, chunkSize+pageSize)} }}

func newChunker() *chunker { return chunkers.Get().(*chunker) }

// largeLine is from which size on a line's room is made to measure and not kept.
const largeLine = 16 << 20

// done gives the chunker back, without what it has read and the room of a large line.
func (c *chunker) done() {
	c.x.b, c.x.typ, c.x.block = nil, nil, blockFacts{}
	if cap(c.buf) > largeLine {
		c.buf = make([]byte, 0, chunkSize+pageSize)
	}
	chunkers.Put(c)
}

// batch is what a piece yields.
type batch struct {
	size     int
	recs     []record
	refs     []Key
	pictures []Picture
	err      error
}

// batches are used again, once they have been joined.
var batches = sync.Pool{New: func() any { return new(batch) }}

// parse returns the records of lines that begin at off.
func (c *chunker) parse(lines []byte, off int64) *batch {
	b := batches.Get().(*batch)
	recs := b.recs[:0]
	c.x.refs, c.x.allPictures = b.refs[:0], b.pictures[:0]
	for at := 0; at < len(lines); {
		body := lines[at:]
		start := off + int64(at)
		at = len(lines)
		if nl := bytes.IndexByte(body, '\n'); nl >= 0 {
			at += nl + 1 - len(body)
			body = body[:nl]
		}
		c.x.at = len(recs)
		recs = append(recs, record{start: start})
		c.x.line(body, &recs[len(recs)-1])
	}
	*b = batch{len(lines), recs, c.x.refs, c.x.allPictures, nil}
	c.x.refs, c.x.allPictures = nil, nil
	return b
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

// parseAll parses all lines of src and joins the batches in order.
func parseAll(src Source, workers Workers) (batch, error) {
	j := joiner{size: src.Size()}
	err := j.read(newPieces(src), workers)
	return j.all, err
}

// read parses what the pieces hold.
func (j *joiner) read(p *pieces, workers Workers) error {
	if p.size-p.at >= parallelFrom && workers.count() > 1 {
		return j.parallel(p, workers.count())
	}
	c := newChunker()
	defer c.done()
	for {
		lines, off, err := p.next(c)
		if err != nil || len(lines) == 0 {
			return err
		}
		j.add(c.parse(lines, off))
	}
}

// joiner joins batches in the order of their pieces.
type joiner struct {
	size int64
	done int64 // how much of it the batches so far held
	all  batch
}

// add appends a batch.
func (j *joiner) add(b *batch) {
	j.done += int64(b.size)
	base, lines := uint32(len(j.all.refs)), len(j.all.recs)
	for i := range b.recs {
		b.recs[i].refs += base
	}
	for i := range b.pictures {
		b.pictures[i].Line += lines
	}
	j.all.recs = extend(j, j.all.recs, b.recs)
	j.all.refs = extend(j, j.all.refs, b.refs)
	j.all.pictures = append(j.all.pictures, b.pictures...)
	batches.Put(b)
}

// extend appends more to what there is. When that needs new room, it is for as many as
// there will be if the rest of the source is as dense as what was read: to grow by
// doubling would hold far more than is needed. A beginning tells little, so the room
// that is made after it is small and soon outgrown. What stays empty costs no memory.
func extend[T any](j *joiner, there, more []T) []T {
	n := len(there) + len(more)
	if n > cap(there) {
		room := int(float64(n) * float64(j.size) / float64(j.done) * 5 / 4)
		if j.done < j.size/16 {
			room = min(room/8, 8*n)
		}
		there = append(make([]T, 0, max(n, room)), there...)
	}
	return append(there, more...)
}

// parallel lets workers parse pieces as they come.
func (j *joiner) parallel(p *pieces, workers int) error {
	t := turns{pieces: p, queue: make(chan chan *batch, 4*workers)}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(t.work)
	}
	go func() {
		wg.Wait()
		close(t.queue)
	}()
	var err error
	for next := range t.queue {
		b := <-next
		if err = cmp.Or(err, b.err); err == nil {
			j.add(b)
		}
	}
	return err
}

// turns is what workers share: whose turn it is to read, and a queue of channels for
// the batches, which keeps their order and bounds how far workers may run ahead.
type turns struct {
	mu sync.Mutex
	*pieces
	queue chan chan *batch
}

func (t *turns) work() {
	c := newChunker()
	defer c.done()
	for {
		lines, off, to := t.take(c)
		if to == nil {
			return
		}
		to <- c.parse(lines, off)
	}
}

// take takes the next piece and a place in the queue; at the end there is none.
func (t *turns) take(c *chunker) (lines []byte, off int64, to chan *batch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines, off, err := t.next(c)
	if err == nil && len(lines) == 0 {
		return nil, 0, nil
	}
	to = make(chan *batch, 1)
	t.queue <- to
	if err != nil {
		to <- &batch{err: err}
		t.at = t.size
		return nil, 0, nil
	}
	return lines, off, to
}
