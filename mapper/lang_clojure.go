package mapper

import (
	"cmp"
	"strings"
)

var cljSyntax = &syntax{line: []string{";"}, long: `"`, words: "-*+!?<>=/.&%$|:'", hooks: `\`, hook: cljChar}

// cljChar is a character such as \( or \newline.
func cljChar(l *lexer) (int, byte) {
	end := min(l.at+2, len(l.text))
	for end < len(l.text) && wordByte(l.text[end]) && wordByte(l.text[end-1]) {
		end++
	}
	return end, quoted
}

// scanClojure lists the definitions of a file in Clojure, also those in reader
// conditionals, and those that macros with a name like def… make.
func scanClojure(f *file) {
	c := f.read(cljSyntax)
	c.forms(0, len(c.toks), 0)
	if len(c.nodes) == 0 && len(c.toks) > 0 && (c.kind(0) == '{' || c.kind(0) == '[') {
		c.edn(1, max(c.mate(0), 0))
	}
}

// forms lists the forms between two tokens.
func (c *code) forms(i, end, depth int) {
	for i < end {
		if c.kind(i) != '(' || !c.sound && !c.first(i) && !strings.HasPrefix(c.str(i-1), "?") && !strings.HasPrefix(c.str(i-1), ":") {
			i = c.next(i)
			continue
		}
		last := c.mate(i)
		if last < 0 {
			i++
			continue
		}
		c.form(i, min(last, end-1), depth)
		i = max(last, i) + 1
	}
}

var cljKinds = &table{kinds: []kinded{{"def", Variable}, {"defonce", Variable}, {"defmacro", Macro}, {"defprotocol", Interface}, {"definterface", Interface},
	{"defrecord", Struct}, {"deftype", Struct}, {"deftest", Test}, {"defmulti", Function}, {"defmethod", Method}}}

// form lists a form that is a definition, or what is in one that is none.
func (c *code) form(i, last, depth int) {
	head := c.str(i + 1)
	head = head[strings.LastIndexByte(head, '/')+1:]
	switch {
	case c.kind(i-1) == '?' || c.is(i-1, "?") || c.is(i-1, "?@") || head == "do" || head == "comment" || head == "let" && depth == 0:
		c.forms(i+2, last, depth)
		return
	case head == "ns" || head == "in-ns":
		c.cljNS(i, last)
		return
	case !strings.HasPrefix(head, "def") || head == "default" || head == "def" && depth > 0:
		return
	}
	name := i + 2
	private := strings.HasSuffix(head, "-")
	for c.kind(name) == '^' || strings.HasPrefix(c.str(name), "^") {
		if c.is(name+1, ":private") {
			private = true
		}
		name = c.next(name + 1)
	}
	if c.kind(name) != word && c.kind(name) != quoted || name >= last {
		return
	}
	kind := cmp.Or(cljKinds.get(head), Function)
	at := c.symbol(depth, kind, c.str(name), i, last)
	n := &c.nodes[at]
	n.Exported, n.Signature = !private, c.cljHead(i, name, last, head)
	if kind == Function || kind == Macro || kind == Interface {
		if c.kind(name+1) == quoted && name+2 < last {
			n.Doc = firstLine(unquote(c.str(name + 1)))
		}
	}
	n.Label = "(" + head + " " + n.Name + ")"
	if head == "defmethod" && c.kind(name+1) == word {
		n.Label = "(" + head + " " + n.Name + " " + c.str(name+1) + ")"
	}
	if kind == Interface || kind == Struct {
		c.cljMethods(name+1, last, depth+1)
	}
}

// firstLine returns the first line of a text that is not empty.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return oneLine(s)
}

// cljHead words a definition with its vectors of parameters.
func (c *code) cljHead(i, name, last int, head string) string {
	text := "(" + head + " " + c.str(name)
	if head == "defmethod" {
		text += " " + c.between(name+1, c.next(name+1)-1)
	}
	if head == "def" || head == "defonce" || head == "defmulti" || head == "defprotocol" || head == "deftest" {
		return text + ")"
	}
	for j := name + 1; j < last; j = c.next(j) {
		if c.kind(j) == '[' && c.mate(j) > j {
			return text + " " + c.between(j, c.mate(j)) + ")"
		}
		if c.kind(j) == '(' && c.kind(j+1) == '[' && c.mate(j+1) > j {
			text += " (" + c.between(j+1, c.mate(j+1)) + ")"
		}
	}
	return text + ")"
}

// cljMethods lists the methods of a protocol, record or type.
func (c *code) cljMethods(i, last, depth int) {
	for ; i < last; i = c.next(i) {
		if c.kind(i) == '(' && c.kind(i+1) == word && c.mate(i) > i {
			at := c.symbol(depth, Method, c.str(i+1), i, min(c.mate(i), last))
			c.nodes[at].Signature = "(" + c.between(i+1, max(i+1, c.next(i+2)-1)) + ")"
		}
	}
}

func (c *code) cljNS(i, last int) {
	name := i + 2
	for c.kind(name) == '^' {
		name = c.next(name + 1)
	}
	at := c.symbol(0, Namespace, strings.TrimPrefix(c.str(name), "'"), i, last)
	c.nodes[at].Signature = "(ns " + c.nodes[at].Name + ")"
	if c.kind(name+1) == quoted {
		c.nodes[at].Doc = firstLine(unquote(c.str(name + 1)))
	}
	for j := name + 1; j < last; j++ {
		if (c.kind(j) == '[' || c.kind(j) == '(') && c.kind(j+1) == word && !strings.HasPrefix(c.str(j+1), ":") && strings.Contains(c.str(j+1), ".") {
			c.use(c.str(j + 1))
		}
	}
}

// edn lists the keys of a map of data.
func (c *code) edn(i, last int) {
	for i < last {
		value := c.next(i)
		if value >= last {
			return
		}
		end := c.next(value)
		if c.kind(i) == word {
			at := c.symbol(0, "key", c.str(i), i, min(end, last)-1)
			c.nodes[at].Signature = cut(c.between(i, min(end, last)-1), maxDoc)
		}
		i = end
	}
}
