package sessionlog

import (
	"io"
	"sort"
)

// Patch is a source with edits laid over it. Nothing is copied: it is a list of
// pieces, each a span of the base or new bytes. A patch of a patch refers to
// the first base, so rounds of edits do not pile up.
type Patch struct {
	base   Source
	pieces []piece
	size   int64
}

// piece is bytes of the base from From on, or New when that is not nil.
type piece struct {
	at, from, n int64
	lit         []byte
}

// NewPatch lays edits over a source. The error is [ErrConflict].
func NewPatch(base Source, edits []Edit) (*Patch, error) {
	es, err := ordered(edits, base.Size())
	if err != nil {
		return nil, err
	}
	p := &Patch{base: base}
	from := int64(0)
	for _, e := range es {
		p.keep(base, from, e.Span.Start)
		if len(e.New) > 0 {
			p.add(piece{n: int64(len(e.New)), lit: e.New})
		}
		from = e.Span.End
	}
	p.keep(base, from, base.Size())
	if below, ok := base.(*Patch); ok {
		p.base = below.base
	}
	return p, nil
}

// keep adds the base's bytes from start to end.
func (p *Patch) keep(base Source, start, end int64) {
	below, ok := base.(*Patch)
	if !ok {
		p.add(piece{from: start, n: end - start})
		return
	}
	for i := below.find(start); i < len(below.pieces) && below.pieces[i].at < end; i++ {
		q := below.pieces[i]
		skip := max(start-q.at, 0)
		n := min(q.n, end-q.at) - skip
		if q.lit != nil {
			p.add(piece{n: n, lit: q.lit[skip : skip+n]})
		} else {
			p.add(piece{from: q.from + skip, n: n})
		}
	}
}

func (p *Patch) add(q piece) {
	if q.n <= 0 {
		return
	}
	q.at = p.size
	p.size += q.n
	if k := len(p.pieces) - 1; k >= 0 && q.lit == nil && p.pieces[k].lit == nil && p.pieces[k].from+p.pieces[k].n == q.from {
		p.pieces[k].n += q.n
		return
	}
	p.pieces = append(p.pieces, q)
}

// find returns the index of the piece that holds the offset.
func (p *Patch) find(off int64) int {
	return sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].at+p.pieces[i].n > off })
}

// Size returns the number of bytes with the edits applied.
func (p *Patch) Size() int64 { return p.size }

// ReadAt reads the patched bytes.
func (p *Patch) ReadAt(b []byte, off int64) (int, error) {
	n := 0
	for i := p.find(off); i < len(p.pieces) && n < len(b); i++ {
		q := p.pieces[i]
		skip := off + int64(n) - q.at
		want := b[n:min(int64(len(b)), int64(n)+q.n-skip)]
		if q.lit != nil {
			n += copy(want, q.lit[skip:])
			continue
		}
		got, err := p.base.ReadAt(want, q.from+skip)
		n += got
		if got < len(want) {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return n, err
		}
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// WriteTo writes the patched bytes. Spans of a base that is a file go through
// io.Copy, which the kernel can do without copying through this process.
func (p *Patch) WriteTo(w io.Writer) (int64, error) {
	n := int64(0)
	for _, q := range p.pieces {
		var m int64
		var err error
		if q.lit != nil {
			var k int
			k, err = w.Write(q.lit)
			m = int64(k)
		} else {
			m, err = p.copySpan(w, Span{q.from, q.from + q.n})
		}
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (p *Patch) copySpan(w io.Writer, s Span) (int64, error) {
	if m, ok := p.base.(memory); ok {
		n, err := w.Write(m[s.Start:s.End])
		return int64(n), err
	}
	var r io.Reader = io.NewSectionReader(p.base, s.Start, s.Len())
	if f, ok := p.base.(spanReader); ok {
		var err error
		if r, err = f.SpanReader(s); err != nil {
			return 0, err
		}
	}
	n, err := io.Copy(w, r)
	if err == nil && n < s.Len() {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Origin returns where in the base the byte at an offset comes from. For new
// bytes it is the place in the base that they stand before.
func (p *Patch) Origin(off int64) int64 {
	i := p.find(off)
	if i < len(p.pieces) && p.pieces[i].lit == nil {
		return p.pieces[i].from + off - p.pieces[i].at
	}
	for ; i < len(p.pieces); i++ {
		if p.pieces[i].lit == nil {
			return p.pieces[i].from
		}
	}
	return p.base.Size()
}

// Change is a span of the base and the bytes that stand in its place.
type Change struct {
	Old Span
	New []byte
}

// Changes returns what the patch does to its base, in order.
func (p *Patch) Changes() []Change {
	var out []Change
	from := int64(0)
	var lit []byte
	flush := func(to int64) {
		if to > from || lit != nil {
			out = append(out, Change{Span{from, to}, lit})
		}
		lit = nil
	}
	for _, q := range p.pieces {
		if q.lit != nil {
			lit = append(lit, q.lit...)
			continue
		}
		flush(q.from)
		from = q.from + q.n
	}
	flush(p.base.Size())
	return out
}
