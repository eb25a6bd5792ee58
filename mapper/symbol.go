package mapper

import "slices"

// A Kind says what a symbol is, in the word that its language has for it.
type Kind string

// The kinds that code has. Data and markup may use words of their own.
const (
	Class     Kind = "class"
	Interface Kind = "interface"
	Struct    Kind = "struct"
	Enum      Kind = "enum"
	Type      Kind = "type"
	Trait     Kind = "trait"
	Impl      Kind = "impl"
	Module    Kind = "module"
	Namespace Kind = "namespace"
	Union     Kind = "union"
	Object    Kind = "object"
	Function  Kind = "function"
	Method    Kind = "method"
	Macro     Kind = "macro"
	Variable  Kind = "variable"
	Constant  Kind = "constant"
	Field     Kind = "field"
	Member    Kind = "member" // of an enumeration
	Test      Kind = "test"
	Section   Kind = "section" // of a document
)

// A Symbol is one declaration, key or section of a file.
type Symbol struct {
	Name string
	Kind Kind
	// Signature is the head of the declaration as it is written, on one line. When
	// it is "" the kind and the name stand for it.
	Signature string
	// Label is what is shown where there is no room for the signature; "" stands
	// for the kind, where it is one of a container, and the name.
	Label string
	// Doc is the first line of the comment or text that documents the symbol.
	Doc       string
	Modifiers []string
	Exported  bool
	// raw says how Signature becomes what is shown.
	raw raw
	// First and Last are the lines from the declaration's own first word to its
	// end, counted from 1, both inclusive.
	First, Last int
	// Head is the line where decorators, attributes or template parameters before
	// the declaration begin; 0 when there are none on a line of their own.
	Head int
	// From and To are the bytes of the symbol, where lines are too long to tell
	// symbols apart; otherwise both are 0.
	From, To int
	Children []Symbol
}

// Start returns the first line of the symbol with all that belongs to it.
func (s *Symbol) Start() int {
	if s.Head > 0 && s.Head < s.First {
		return s.Head
	}
	return s.First
}

// named tells whether the short form of a symbol needs its kind to be understood.
func (k Kind) named() bool {
	switch k {
	case Class, Interface, Struct, Enum, Type, Trait, Impl, Module, Namespace, Union, Object, Macro:
		return true
	}
	return false
}

// Short returns the shortest text that still names the symbol.
func (s *Symbol) Short() string {
	switch {
	case s.Label != "":
		return s.Label
	case s.Name == "":
		return string(s.Kind)
	case s.Kind.named():
		return string(s.Kind) + " " + s.Name
	}
	return s.Name
}

// Long returns the head of the declaration.
func (s *Symbol) Long() string {
	if s.Signature != "" {
		return s.Signature
	}
	return s.Short()
}

// A node is a symbol in the order of the file, with the depth at which it stands.
type node struct {
	Symbol
	depth int
	// parent is the node around, or none or dropped; kids is how many nodes it is around,
	// and then where the next of them goes. Both are for nest.
	parent, kids int32
}

const (
	none    = -1 // outermost
	dropped = -2
)

// nest makes the tree of symbols that stand in source order, each with its depth. A depth
// without a parent counts as the deepest there is. What has no sound position is left
// out, and what it holds moves up; a range never leaves that of its parent.
func (m *Map) nest(nodes []node) {
	top, all := kinship(nodes, m.Lines)
	if all == 0 {
		return
	}
	m.list = symbolLists.Get().(*[]Symbol)
	*m.list = slices.Grow((*m.list)[:0], int(all))[:all]
	list := *m.list
	first, next := int32(0), top
	for i := range nodes {
		n := &nodes[i]
		if n.parent == dropped {
			continue
		}
		at := &first
		if n.parent >= 0 {
			at = &nodes[n.parent].kids
		}
		s := &list[*at]
		*at++
		*s = n.Symbol
		if n.kids > 0 {
			from := next
			next += n.kids
			n.kids = from
			s.Children = list[from:next:next]
		}
	}
	m.Symbols = list[:top:top]
}

// A holder is what holds the nodes that come next, if they are deep enough.
type holder struct {
	node        int32
	depth       int
	first, last int // lines
}

// kinship finds the parent of every node, keeps its range within that of the parent, and
// counts the nodes that stay: the outermost, and all.
func kinship(nodes []node, lines int) (top, all int32) {
	open := append(make([]holder, 0, 32), holder{none, 0, 1, lines})
	for i := range nodes {
		n := &nodes[i]
		for len(open) > 1 && open[len(open)-1].depth > n.depth {
			open = open[:len(open)-1]
		}
		in := open[len(open)-1]
		n.Last = min(n.Last, in.last)
		if n.First < in.first || n.Last < n.First {
			n.parent = dropped
			open = append(open, holder{in.node, n.depth + 1, in.first, in.last})
			continue
		}
		if n.Head < in.first || n.Head >= n.First {
			n.Head = 0
		}
		n.parent, n.kids = in.node, 0
		all++
		if in.node >= 0 {
			nodes[in.node].kids++
		} else {
			top++
		}
		open = append(open, holder{int32(i), n.depth + 1, n.Start(), n.Last})
	}
	return top, all
}
