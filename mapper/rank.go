package mapper

import "slices"

// A room is the memory that one plan leaves to the next.
type room struct {
	list  []item
	order []int32
	sizes []uint64
	tops  []top
	text  []byte
}

var rooms pool[room]

// release gives the memory back; the plan is not used any more.
func (p *plan) release() { rooms.put(p.room) }

// ranked returns the symbols by importance: outer before inner, exported before not,
// large before small, and then as they stand.
func (p *plan) ranked() []int32 {
	var from []int32 // where the symbols of a class begin, outer ones and exported ones first
	for i := range p.items {
		c := p.items[i].class()
		for len(from) < c+2 {
			from = append(from, 0)
		}
		from[c+1]++
	}
	for c := 1; c < len(from); c++ {
		from[c] += from[c-1]
	}
	p.sizes = slices.Grow(p.sizes[:0], len(p.items))[:len(p.items)]
	p.order = slices.Grow(p.order[:0], len(p.items))[:len(p.items)]
	for i := range p.items {
		it := &p.items[i]
		at := &from[it.class()]
		p.sizes[*at] = uint64(1<<32-1-(it.sym.Last-it.sym.First))<<32 | uint64(i)
		*at++
	}
	begin := int32(0)
	for _, end := range from[:max(0, len(from)-1)] { // each begin has become an end
		slices.Sort(p.sizes[begin:end])
		begin = end
	}
	for k, s := range p.sizes {
		p.order[k] = int32(s)
	}
	return p.order
}

func (it *item) class() int {
	if it.sym.Exported {
		return int(2 * it.rank)
	}
	return int(2*it.rank) + 1
}
