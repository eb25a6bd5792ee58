package mapper

import "slices"

// A kin is what is known of a symbol while the tree is made.
type kin struct {
	// to is the symbol around, or none, and then where the symbol goes.
	to int32
	// kids is how many symbols it is around, then where the next of them goes, and then
	// the symbol that comes to this place.
	kids int32
}

const none = -1 // outermost

// nest makes the tree of the symbols of a file, which stand in source order. A depth
// without a parent counts as the deepest there is. What has no sound position is left
// out, and what it holds moves up; a range never leaves that of its parent.
//
// The symbols stay in the memory where they are: what one holds is brought together, behind
// the outermost and in the order of those that hold it.
func (m *Map) nest(f *file) {
	f.kin = slices.Grow(f.kin[:0], len(f.nodes))
	top := f.kinship(m.Lines)
	places, list := f.kin, f.nodes
	if int(top) < len(list) {
		first, next := int32(0), top
		for i := range list {
			at := &first
			if in := places[i].to; in >= 0 {
				at = &places[in].kids
			}
			places[i].to = *at
			*at++
			if n := places[i].kids; n > 0 {
				places[i].kids = next
				next += n
				list[i].Children = list[next-n : next : next]
			}
		}
		rearrange(list, places)
	}
	m.list, m.Symbols, f.room = f.room, list[:top:top], nil
	*m.list = list
}

// rearrange brings each symbol to its place.
func rearrange(list []Symbol, places []kin) {
	for i := range places {
		places[places[i].to].kids = int32(i)
	}
	for i := range places {
		if int(places[i].kids) == i {
			continue
		}
		last, at := list[i], int32(i)
		for from := places[at].kids; from != int32(i); from = places[at].kids {
			list[at], places[at].kids = list[from], at
			at = from
		}
		list[at], places[at].kids = last, at
	}
}

// A holder is what holds the symbols that come next, if they are deep enough.
type holder struct {
	symbol      int32
	depth       int32
	first, last int // lines
}

// kinship finds the parent of every symbol, keeps its range within that of the parent, and
// counts the outermost. What is left out is gone then.
func (f *file) kinship(lines int) (top int32) {
	open := append(make([]holder, 0, 32), holder{none, 0, 1, lines})
	list, n := f.nodes, int32(0)
	for i := range list {
		s := &list[i]
		for len(open) > 1 && open[len(open)-1].depth > s.depth {
			open = open[:len(open)-1]
		}
		in := open[len(open)-1]
		s.Last = min(s.Last, in.last)
		if s.First < in.first || s.Last < s.First {
			open = append(open, holder{in.symbol, s.depth + 1, in.first, in.last})
			continue
		}
		if s.Head < in.first || s.Head >= s.First {
			s.Head = 0
		}
		if in.symbol >= 0 {
			f.kin[in.symbol].kids++
		} else {
			top++
		}
		if int(n) < i {
			list[n] = *s
		}
		f.kin = append(f.kin, kin{to: in.symbol})
		open = append(open, holder{n, s.depth + 1, s.Start(), s.Last})
		n++
	}
	f.nodes = list[:n]
	return top
}

// own gives the map memory of its own, of which none is left over.
func (m *Map) own() {
	list, room := slices.Clone(*m.list), m.list
	m.list, m.Symbols = nil, list[:len(m.Symbols):len(m.Symbols)]
	next := len(m.Symbols)
	for _, s := range m.All {
		if n := len(s.Children); n > 0 {
			next += n
			s.Children = list[next-n : next : next]
		}
	}
	symbolLists.put(room)
}
