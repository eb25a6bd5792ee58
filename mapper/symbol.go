package mapper

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
}

// nest makes a tree of symbols that stand in source order, each with its depth, and
// uses up the nodes. A depth without a parent counts as the deepest there is. What has
// no sound position is left out, and what it holds moves up; a range never leaves that
// of its parent.
func nest(nodes []node, lines int) []Symbol {
	n := &nester{nodes: nodes, list: make([]Symbol, 0, len(nodes))}
	n.level(0, 1, lines)
	return n.take(0)
}

// A nester reads nodes and writes the symbols whose parent is not finished over those
// that it has read.
type nester struct {
	nodes       []node
	read, wrote int
	list        []Symbol // of finished parents, one after the other
}

func (n *nester) level(depth, first, last int) {
	for n.read < len(n.nodes) && n.nodes[n.read].depth >= depth {
		s, inner := n.nodes[n.read].Symbol, n.nodes[n.read].depth+1
		n.read++
		s.Last = min(s.Last, last)
		if s.First < first || s.Last < s.First {
			n.level(inner, first, last)
			continue
		}
		if s.Head < first || s.Head >= s.First {
			s.Head = 0
		}
		from := n.wrote
		n.level(inner, s.Start(), s.Last)
		s.Children = n.take(from)
		n.nodes[n.wrote].Symbol = s
		n.wrote++
	}
}

// take returns the symbols written since there were from.
func (n *nester) take(from int) []Symbol {
	if n.wrote == from {
		return nil
	}
	at := len(n.list)
	for i := from; i < n.wrote; i++ {
		n.list = append(n.list, n.nodes[i].Symbol)
	}
	n.wrote = from
	return n.list[at:len(n.list):len(n.list)]
}
