package sessionlog

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"strconv"
	"unicode/utf8"
)

// Key stands for an id. Equal ids have equal keys; different ids have
// different keys except with a chance of 2^-64. The zero Key is no id.
//
// pi's own ids have eight characters and are kept whole. Others are hashed
// with a seed of the process, which a hostile session cannot aim at.
type Key uint64

// syntheticMark is the key in a result's details that says the result was made
// by a repair.
const syntheticMark = "piFix"

var seed = maphash.MakeSeed()

// KeyOf returns the key of an id.
func KeyOf(id string) Key { return keyOf([]byte(id)) }

func keyOf(id []byte) Key {
	if !utf8.Valid(id) {
		id = []byte(string([]rune(string(id)))) // pi decodes bad bytes to U+FFFD
	}
	if len(id) == 8 {
		if k := Key(binary.LittleEndian.Uint64(id)); k != 0 {
			return k
		}
	}
	if k := Key(maphash.Bytes(seed, id)); k != 0 {
		return k
	}
	return 1
}

// record is all that is kept of a line. It holds no pointers, so that a
// million of them cost the garbage collector nothing to look at.
type record struct {
	start  int64
	id     Key
	parent Key    // while parsing; link replaces it by a line, see Log.Parent
	refs   uint32 // where its references begin in Log.refs
	kind   Kind
	who    uint8 // role in the low half, stop reason in the high half
	flags  Flags
}

func (r *record) role() Role { return Role(r.who & 15) }
func (r *record) stop() Stop { return Stop(r.who >> 4) }

// extractor turns lines into records. Its buffers are reused, so a line costs
// no allocation.
type extractor struct {
	scanner
	refs []Key // of all lines so far

	calls            []Key // of the message at hand
	call, kept, aim  Key   // toolCallId, firstKeptEntryId, targetId
	id, parent       Key
	typ, block       []byte
	role             Role
	stop             Stop
	flags            Flags
	message, usage   bool
	summary          bool // there is a summary that is not empty
	blockID          Key
	seen, seenInside uint32 // keys met in the entry and in its message, one bit each
	isError, synthes bool
}

// line fills r from the body of one line: kind, keys, flags. It never fails.
func (x *extractor) line(body []byte, r *record) {
	r.refs = uint32(len(x.refs))
	x.b, x.i = body, 0
	switch x.peek() {
	case 0:
		r.kind = KindDamaged
		if isBlank(body) {
			r.kind = KindBlank
		}
		return
	case '{':
	default:
		r.kind = KindDamaged
		if x.skip() && x.end() {
			r.kind = KindScalar
		} else if isBlank(body) {
			r.kind = KindBlank
		}
		return
	}
	x.reset()
	if !x.object(x.entryMember) || !x.end() {
		r.kind = KindDamaged
		return
	}
	x.finish(r)
}

func (x *extractor) end() bool {
	x.ws()
	return x.i == len(x.b)
}

func (x *extractor) reset() {
	x.id, x.parent, x.kept, x.aim = 0, 0, 0, 0
	x.typ, x.summary, x.seen = nil, false, 0
	x.flags = NoParentKey | NoID | NoReplacement
	x.resetMessage()
}

func (x *extractor) resetMessage() {
	x.calls = x.calls[:0]
	x.call, x.role, x.stop = 0, RoleNone, StopNone
	x.message, x.usage, x.isError, x.synthes, x.seenInside = false, false, false, false, 0
	x.flags &^= OddCallID | Silent
}

// finish decides, now that all members are known, which of them count.
func (x *extractor) finish(r *record) {
	r.kind, r.id, r.parent = kindOf(x.typ), x.id, x.parent
	keep := NoParentKey | BadParent | NoID | RepeatedKey
	switch r.kind {
	case KindMessage:
		keep |= OddCallID | Silent
		r.who = uint8(x.role) | uint8(x.stop)<<4
		if !x.message {
			x.flags |= NoMessage
			keep |= NoMessage
		}
		x.finishMessage()
		keep |= NoUsage | Synthetic
	case KindCompaction:
		keep |= KeptIndex
		x.refs = append(x.refs, x.kept)
	case KindContextEdit:
		keep |= EditsAway | NoReplacement
		x.refs = append(x.refs, x.aim)
	case KindLabel:
		x.refs = append(x.refs, x.aim)
	case KindBranchSummary:
		if !x.summary {
			x.flags |= Silent
		}
		keep |= Silent
		r.who = uint8(RoleBranchSummary)
	case KindCustomMessage:
		r.who = uint8(RoleCustom)
	}
	r.flags = x.flags & keep
}

func (x *extractor) finishMessage() {
	switch x.role {
	case RoleAssistant:
		x.refs = append(x.refs, x.calls...)
		if !x.usage {
			x.flags |= NoUsage
		}
	case RoleToolResult:
		x.refs = append(x.refs, x.call)
		if x.synthes && x.isError {
			x.flags |= Synthetic
		}
	}
	if x.role != RoleBash {
		x.flags &^= Silent
	}
}

// entryMember takes in one member of an entry. A repeated key overwrites what
// the first one said, as in JavaScript.
func (x *extractor) entryMember(key []byte) bool {
	switch string(key) {
	case "type":
		once(x, &x.seen, 1<<0)
		return x.take(&x.typ)
	case "id":
		once(x, &x.seen, 1<<1)
		x.flags |= NoID
		return x.takeID(&x.id, NoID)
	case "parentId":
		once(x, &x.seen, 1<<2)
		x.flags = x.flags&^NoParentKey | BadParent
		if x.peek() == 'n' {
			x.flags &^= BadParent
			x.parent = 0
			return x.atom()
		}
		return x.takeID(&x.parent, BadParent)
	case "message":
		once(x, &x.seen, 1<<3)
		x.resetMessage()
		if x.peek() == '{' {
			x.message = true
			return x.object(x.messageMember)
		}
	case "firstKeptEntryId":
		once(x, &x.seen, 1<<4)
		x.flags &^= KeptIndex
		return x.takeID(&x.kept, 0)
	case "firstKeptEntryIndex":
		once(x, &x.seen, 1<<5)
		return x.index()
	case "targetId":
		once(x, &x.seen, 1<<6)
		return x.takeID(&x.aim, 0)
	case "replacement":
		once(x, &x.seen, 1<<7)
		x.flags &^= NoReplacement | EditsAway
		if x.peek() == 'n' {
			x.flags |= EditsAway
		}
	case "summary":
		once(x, &x.seen, 1<<8)
		s, _, ok := x.text()
		x.summary = len(s) > 0
		return ok
	}
	return x.skip()
}

// once notes that a key was met and flags the line when it was met before.
func once(x *extractor, seen *uint32, bit uint32) {
	if *seen&bit != 0 {
		x.flags |= RepeatedKey
	}
	*seen |= bit
}

// index takes in a version 1 compaction's reference: a number of a record.
func (x *extractor) index() bool {
	x.peek()
	from := x.i
	if !x.skip() {
		return false
	}
	n, err := strconv.ParseFloat(string(x.b[from:x.i]), 64)
	if err == nil && n >= 0 && n < math.MaxUint32 && n == math.Trunc(n) {
		x.kept = Key(n)
		x.flags |= KeptIndex
	}
	return true
}

func (x *extractor) take(to *[]byte) bool {
	v, isString, ok := x.text()
	*to = nil
	if isString {
		*to = v
	}
	return ok
}

// takeID reads an id; a string clears the flag that says there is none.
func (x *extractor) takeID(to *Key, none Flags) bool {
	v, isString, ok := x.text()
	*to = 0
	if isString {
		*to = keyOf(v)
		x.flags &^= none
	}
	return ok
}

func (x *extractor) messageMember(key []byte) bool {
	switch string(key) {
	case "role":
		once(x, &x.seenInside, 1<<0)
		v, isString, ok := x.text()
		x.role = RoleOther
		if isString {
			x.role = roleOf(v)
		}
		return ok
	case "stopReason":
		once(x, &x.seenInside, 1<<1)
		v, isString, ok := x.text()
		x.stop = StopOther
		if isString {
			x.stop = stopOf(v)
		}
		return ok
	case "toolCallId":
		once(x, &x.seenInside, 1<<2)
		return x.takeID(&x.call, 0)
	case "isError":
		once(x, &x.seenInside, 1<<3)
		x.isError = x.peek() == 't'
	case "usage":
		once(x, &x.seenInside, 1<<4)
		x.usage = x.peek() == '{'
	case "excludeFromContext":
		once(x, &x.seenInside, 1<<5)
		if x.peek() == 't' {
			x.flags |= Silent
		}
	case "details":
		once(x, &x.seenInside, 1<<6)
		if x.peek() == '{' {
			return x.object(x.detail)
		}
	case "content":
		once(x, &x.seenInside, 1<<7)
		x.calls = x.calls[:0]
		x.flags &^= OddCallID
		if x.peek() == '[' {
			return x.blocks()
		}
	}
	return x.skip()
}

// detail looks for the mark that pi-fix leaves in the results it makes.
func (x *extractor) detail(key []byte) bool {
	if string(key) == syntheticMark {
		x.synthes = true
	}
	return x.skip()
}

// blocks walks the content array of a message for the ids of tool calls.
func (x *extractor) blocks() bool {
	x.i++
	if x.peek() == ']' {
		x.i++
		return true
	}
	for {
		if x.peek() == '{' {
			x.block, x.blockID = nil, 0
			if !x.object(x.blockMember) {
				return false
			}
			if string(x.block) == "toolCall" {
				x.calls = append(x.calls, x.blockID)
			}
		} else if !x.skip() {
			return false
		}
		switch x.peek() {
		case ',':
			x.i++
		case ']':
			x.i++
			return true
		default:
			return false
		}
	}
}

func (x *extractor) blockMember(key []byte) bool {
	switch string(key) {
	case "type":
		return x.take(&x.block)
	case "id":
		v, isString, ok := x.text()
		x.blockID = 0
		if isString {
			x.blockID = keyOf(v)
			if odd(v) {
				x.flags |= OddCallID
			}
		}
		return ok
	}
	return x.skip()
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
