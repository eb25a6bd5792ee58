package sessionlog

import (
	"encoding/binary"
	"hash/maphash"
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
	if len(id) == 8 {
		if k := binary.LittleEndian.Uint64(id); k&highs == 0 && k != 0 {
			return Key(k)
		}
	}
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
