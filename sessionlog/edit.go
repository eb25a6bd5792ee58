package sessionlog

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
)

// Edit replaces a span of the source by new bytes. An empty span inserts.
type Edit struct {
	Span Span
	New  []byte
}

// ErrConflict is the error of edits that meet at one byte.
var ErrConflict = errors.New("conflicting edits")

// Apply returns src with the edits applied. It checks all of them before it
// applies any: two that overlap, or one outside of src, are an error. Several
// insertions at one place are applied in the order given.
func Apply(src []byte, edits []Edit) ([]byte, error) {
	p, err := NewPatch(memory(src), edits)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Grow(int(p.Size()))
	if _, err := p.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ordered returns the edits sorted by place, checked against overlap and size.
func ordered(edits []Edit, size int64) ([]Edit, error) {
	out := append([]Edit(nil), edits...)
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Span, out[j].Span
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		return a.Len() == 0 && b.Len() > 0 // an insertion goes before what is replaced there
	})
	end := int64(0)
	for _, e := range out {
		if e.Span.Start < end || e.Span.End < e.Span.Start || e.Span.End > size {
			return nil, fmt.Errorf("%w at byte %d", ErrConflict, e.Span.Start)
		}
		end = e.Span.End
	}
	return out, nil
}
