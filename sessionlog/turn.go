package sessionlog

import (
	"unsafe"

	"github.com/tidwall/gjson"
)

// Turn is an assistant message: the model that it is of, and its blocks without what
// they say.
type Turn struct {
	Settings
	Blocks []Block
}

// Block is a block of content. What it has not is "".
type Block struct {
	Type     string
	ID, Name string // of a call
	// What the service signed, of a text its item.
	ThinkingSignature, TextSignature string
}

// Turn reads the message of the entry in one pass, which [Entry.Get] would need several
// for. Long strings share the bytes of the entry.
func (e Entry) Turn() Turn {
	r := turnReader{scanner: scanner{b: e.read()}}
	if r.peek() == '{' {
		members(&r.scanner, &r, (*turnReader).entryMember)
	}
	return r.turn
}

// Blocks reads a list of blocks; nil is what anything else has. The strings share the
// bytes of the list.
func Blocks(content string) []Block {
	r := turnReader{scanner: scanner{b: unsafe.Slice(unsafe.StringData(content), len(content))}}
	r.content()
	return r.turn.Blocks
}

// turnReader passes what a parse found to be sound.
type turnReader struct {
	scanner
	turn  Turn
	block Block
}

func (r *turnReader) entryMember(key []byte) bool {
	if string(key) == "message" && r.peek() == '{' {
		r.turn = Turn{}
		return members(&r.scanner, r, (*turnReader).messageMember)
	}
	return r.skip()
}

func (r *turnReader) messageMember(key []byte) bool {
	switch string(key) {
	case "provider":
		return r.take(&r.turn.Provider)
	case "model":
		return r.take(&r.turn.Model)
	case "api":
		return r.take(&r.turn.API)
	case "content":
		return r.content()
	}
	return r.skip()
}

func (r *turnReader) content() bool {
	if r.turn.Blocks = nil; r.peek() == '[' {
		return elements(&r.scanner, r, (*turnReader).element)
	}
	return r.skip()
}

// element takes in a block, or what stands in its place.
func (r *turnReader) element() bool {
	r.block = Block{}
	ok := false
	if r.peek() == '{' {
		ok = members(&r.scanner, r, (*turnReader).blockMember)
	} else {
		ok = r.skip()
	}
	r.turn.Blocks = append(r.turn.Blocks, r.block)
	return ok
}

func (r *turnReader) blockMember(key []byte) bool {
	switch string(key) {
	case "type":
		return r.take(&r.block.Type)
	case "id":
		return r.take(&r.block.ID)
	case "name":
		return r.take(&r.block.Name)
	case "thinkingSignature":
		return r.take(&r.block.ThinkingSignature)
	case "textSignature":
		return r.take(&r.block.TextSignature)
	}
	return r.skip()
}

// take reads a string, or another value as gjson makes one of it.
func (r *turnReader) take(to *string) bool {
	r.peek()
	from := r.i
	v, isString, ok := r.text()
	if !isString {
		v = []byte(gjson.ParseBytes(r.b[from:r.i]).String())
	}
	*to = unsafe.String(unsafe.SliceData(v), len(v))
	return ok
}
