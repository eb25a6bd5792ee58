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
	// raw says how Signature becomes what is shown.
	raw raw
	// depth is how deep the symbol stands, 0 for the outermost.
	depth int32
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
