package sessionlog

import "strings"

// blockFacts is what is kept of a content block while its members are read.
type blockFacts struct {
	typ, name, mime, data []byte
	arguments, scratch    []byte // as they stand; the text that a streaming client left, its inside
	id                    Key
	n                     int // its place in the content
	from, dataFrom        int // where it and the inside of its data begin
	dataTo                int
	text                  bool // a text that is a string
	blank                 bool // and is empty or white space
	object                bool // arguments are an object
	thinks                bool // thinking that is a string
	redacted, signed      bool
	claude                bool // the signature has the form of Claude's
	oddKey                bool // some key of the arguments is empty
	unrun                 Unrun
	seen                  uint64 // keys met
}

// contentBlock looks for the id of a tool call in a block, and notes whether it needs a
// closer look.
func (x *extractor) contentBlock() bool {
	n := x.block.n + 1
	x.block = blockFacts{n: n, from: x.i}
	if x.peek() != '{' {
		x.flags |= OddContent
		return x.skip()
	}
	x.block.from = x.i
	if !members(&x.scanner, x, (*extractor).blockMember) {
		return false
	}
	x.endBlock()
	return true
}

func (x *extractor) blockMember(key []byte) bool {
	b := &x.block
	x.meet(&b.seen, key)
	switch string(key) {
	case "type":
		return x.take(&b.typ)
	case "name":
		return x.take(&b.name)
	case "mimeType":
		return x.take(&b.mime)
	case "data":
		return x.takeData()
	case "arguments":
		return x.takeArguments()
	case "partialJson":
		v, _, ok := x.raw()
		b.scratch = v
		return ok
	case "redacted":
		b.redacted = x.peek() == 't'
	case "id":
		v, isString, ok := x.text()
		b.id = 0
		if isString {
			b.id = keyOf(v)
			if odd(v) {
				x.flags |= OddCallID
			}
		}
		return ok
	default:
		return x.saidMember(key)
	}
	return x.skip()
}

func (x *extractor) takeArguments() bool {
	b, from := &x.block, x.i
	b.object = x.peek() == '{'
	x.bare = false
	if !x.skip() {
		return false
	}
	b.oddKey, b.arguments = x.bare, x.b[from:x.i]
	return true
}

// saidMember takes in what a block says.
func (x *extractor) saidMember(key []byte) bool {
	b := &x.block
	switch string(key) {
	case "text":
		v, isString, ok := x.raw()
		b.text, b.blank, b.unrun = isString, isString && blankInside(v), UnrunText(v)
		return ok
	case "thinking":
		_, isString, ok := x.raw()
		b.thinks = isString
		return ok
	case "thinkingSignature":
		v, _, ok := x.raw()
		b.signed, b.claude = len(v) > 0, ClaudeSignature(v)
		return ok
	}
	return x.skip()
}

// endBlock decides, now that all members of a block are known, whether rules
// about content have to look at it.
func (x *extractor) endBlock() {
	b := &x.block
	fine := false
	switch string(b.typ) {
	case "text":
		fine = b.text && !b.blank
		x.said = x.said || fine
		x.unrun = max(x.unrun, b.unrun)
	case "toolCall":
		fine = b.object && soundName(b.name) && (len(b.scratch) == 0 || spells(b.scratch, b.arguments)) && !b.oddKey
		x.calls, x.answers = append(x.calls, b.id), true
	case "thinking":
		fine, x.answers = b.thinks && (!b.redacted || b.signed), true
		x.thought()
	case "image":
		fine, x.said = true, true // what is wrong with it stands in its Picture
		x.picture()
	}
	if !fine {
		x.flags |= OddContent
	}
}

// soundName reports whether every service takes the name of a tool.
func soundName(name []byte) bool {
	return len(name) <= 64 && !odd(name[:min(len(name), 40)]) && !oddTail(name)
}

func oddTail(name []byte) bool { return len(name) > 40 && odd(name[40:]) }

// ImageType returns the media type of base64 data by its first bytes, "" when it
// is none that the services take.
func ImageType(data []byte) string {
	for _, m := range [...]struct{ start, mime string }{
		{"iVBORw0KGgo", "image/png"}, {"/9j/", "image/jpeg"}, {"R0lGOD", "image/gif"}, {"UklGR", "image/webp"},
	} {
		if strings.HasPrefix(string(data[:min(len(data), 16)]), m.start) {
			return m.mime
		}
	}
	return ""
}

// odd reports whether some API's id rules would change the id: a character
// outside [A-Za-z0-9_-], more than 40 of them, or none.
func odd(id []byte) bool {
	if len(id) == 0 || len(id) > 40 {
		return true
	}
	for _, c := range id {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c|32 < 'a' || c|32 > 'z') {
			return true
		}
	}
	return false
}

// blankInside reports whether the inside of a JSON string is empty or white
// space. Most strings say so with their first byte or two.
func blankInside(in []byte) bool {
	for i := 0; i < len(in); {
		switch c := in[i]; {
		case c == ' ':
			i++
		case c == '\\' && strings.IndexByte("nrtf", in[i+1]) >= 0:
			i += 2
		case c > ' ' && c < 0x80 && c != '\\':
			return false
		default:
			return isBlank(unescape(in[i:]))
		}
	}
	return true
}
