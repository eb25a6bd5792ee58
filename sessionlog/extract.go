package sessionlog

import (
	"math"
	"strconv"
)

// extractor turns lines into records. Its buffers are reused, so a line costs
// no allocation.
type extractor struct {
	scanner
	marked []marks // room for the marks of a line
	start  int64   // where the line begins
	at     int     // which line it is, of those at hand

	refs        []Key     // of all lines so far
	allPictures []Picture // and theirs

	calls            []Key // of the message at hand
	call, kept, aim  Key   // toolCallId, firstKeptEntryId, targetId
	keptAt           Key   // firstKeptEntryIndex
	id, parent       Key
	typ              []byte
	block            blockFacts
	contentAs        byte // how the content begins: [ or quote or anything else
	said             bool // there is a text or an image in the content
	answers          bool // there is a call or thinking in it
	pictures         []Picture
	named            bool  // a result names its tool
	thinks           Flags // what is known of the thinking in the content
	role             Role
	stop             Stop
	flags            Flags
	message, usage   bool
	spent            bool   // there is a usage, of whatever form
	summary          bool   // there is a summary that is not empty
	told             bool   // and it is not blank
	seen, seenInside uint64 // keys met in the entry and in its message
	isError, synthes bool
	oddError         bool  // whether it is an error is no boolean
	unrun            Unrun // what a text of the content says
}

// line fills r from the body of one line: kind, keys, flags. It never fails.
func (x *extractor) line(body []byte, r *record) {
	r.refs, x.start = uint32(len(x.refs)), r.start
	x.b, x.i, x.half, x.wide, x.deep, x.marks = body, 0, false, false, false, nil
	x.mark(body)
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
	if !members(&x.scanner, x, (*extractor).entryMember) || !x.end() {
		r.kind = KindDamaged
		return
	}
	x.finish(r)
	if x.half {
		r.flags |= Surrogate
	}
	if x.deep {
		r.flags |= Deep
	}
	if x.wide && BadText(body) >= 0 {
		r.flags |= NotUTF8
	}
}

func (x *extractor) end() bool {
	x.ws()
	return x.i == len(x.b)
}

func (x *extractor) reset() {
	x.id, x.parent, x.kept, x.aim = 0, 0, 0, 0
	x.typ, x.summary, x.told, x.seen = nil, false, false, 0
	x.flags = NoParentKey | NoID | NoReplacement
	x.resetMessage()
}

func (x *extractor) resetMessage() {
	x.calls = x.calls[:0]
	x.call, x.role, x.stop = 0, RoleNone, StopNone
	x.message, x.usage, x.spent, x.isError, x.synthes, x.oddError, x.seenInside = false, false, false, false, false, false, 0
	x.flags &^= OddCallID | Silent | OddContent
	x.contentAs, x.said, x.answers, x.named, x.thinks, x.unrun = 0, false, false, false, 0, Ran
	x.pictures = x.pictures[:0]
}

// finish decides, now that all members are known, which of them count.
func (x *extractor) finish(r *record) {
	r.kind, r.id, r.parent = kindOf(x.typ), x.id, x.parent
	x.noEmptyIDs(r)
	keep := NoParentKey | BadParent | NoID | RepeatedKey
	switch r.kind {
	case KindMessage:
		keep |= OddCallID | Silent | OddContent
		r.who = uint8(x.role) | uint8(x.stop)<<4
		if !x.message {
			x.flags |= NoMessage
			keep |= NoMessage
		}
		x.finishMessage()
		keep |= NoUsage | Synthetic | Pictures | Signed | OddSignature
	case KindCompaction:
		keep |= KeptIndex | Silent
		if !x.told {
			x.flags |= Silent
		}
		if x.refs = append(x.refs, x.kept); x.flags&KeptIndex != 0 {
			x.refs = append(x.refs, x.keptAt)
		}
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
		keep |= OddContent
		x.role = RoleCustom
		x.keepPictures()
		x.judgeContent(true)
		r.who = uint8(RoleCustom)
	}
	r.flags = x.flags & keep
}

// entryMember takes in one member of an entry. A repeated key overwrites what
// the first one said, as in JavaScript.
func (x *extractor) entryMember(key []byte) bool {
	x.meet(&x.seen, key)
	switch string(key) {
	case "type":
		return x.take(&x.typ)
	case "id":
		x.flags |= NoID
		return x.takeID(&x.id, NoID)
	case "parentId":
		x.flags = x.flags&^NoParentKey | BadParent
		if x.peek() == 'n' {
			x.flags &^= BadParent
			x.parent = 0
			return x.atom()
		}
		return x.takeID(&x.parent, BadParent)
	case "message":
		x.resetMessage()
		if x.peek() == '{' {
			x.message = true
			return members(&x.scanner, x, (*extractor).messageMember)
		}
	case "content":
		// Of a custom_message only; its type comes first, as pi writes it.
		if string(x.typ) == "custom_message" {
			return x.messageMember(key)
		}
	default:
		return x.pointerMember(key)
	}
	return x.skip()
}

// pointerMember takes in what points to other entries, and what a summary or an
// edit says.
func (x *extractor) pointerMember(key []byte) bool {
	switch string(key) {
	case "firstKeptEntryId":
		return x.takeID(&x.kept, 0)
	case "firstKeptEntryIndex":
		return x.index()
	case "targetId":
		return x.takeID(&x.aim, 0)
	case "replacement":
		x.flags &^= NoReplacement | EditsAway
		if x.peek() == 'n' {
			x.flags |= EditsAway
		}
	case "summary":
		x.peek()
		from := x.i
		is, ok := x.truthy() // pi puts whatever it is into words
		x.summary, x.told = is, is && ok && x.b[from] == '"' && !blankInside(x.b[from+1:x.i-1])
		return ok
	}
	return x.skip()
}

// meet notes that a key was met and flags the line when it was met before. A bit
// stands for several keys, but for one only of those that pi writes in one object:
// a flag too many costs a closer look and nothing else.
func (x *extractor) meet(seen *uint64, key []byte) {
	n := len(key)
	if n > 0 {
		n += 10*int(key[0]) + 15*int(key[n-1])
	}
	bit := uint64(1) << (n & 63)
	if *seen&bit != 0 {
		x.flags |= RepeatedKey
	}
	*seen |= bit
}

// index takes in a version 1 compaction's reference: a number of a record. There it
// counts, and elsewhere the id does, whichever of the two stands first.
func (x *extractor) index() bool {
	x.flags &^= KeptIndex
	x.peek()
	from := x.i
	if !x.skip() {
		return false
	}
	n, err := strconv.ParseFloat(string(x.b[from:x.i]), 64)
	if err == nil && n >= 0 && n < math.MaxUint32 && n == math.Trunc(n) {
		x.keptAt = Key(n)
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
