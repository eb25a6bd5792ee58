package anthropic

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// A seal is what the signature of a thought says when it was given out here: which
// conversation the thought belongs to and where in the answer it stood. Later
// requests are held against it. The words of the thought are no part of it: the
// service was seen to take other words under a signature of its own.
type seal struct {
	// conversation is a digest of what was asked; see [digest].
	conversation [sha256.Size]byte
	// index counts the thoughts of the answer before this one, of all of them. A
	// thought without words has no index: pi leaves it out.
	index, of uint16
	// behind counts what else stood before it in the answer.
	behind uint16
}

const (
	unnumbered = 1<<16 - 1
	// sealMark begins every seal. In base64 it stays a beginning.
	sealMark = "pi-fix-fake\x01"
	sealSize = len(sealMark) + sha256.Size + 6
)

// sealBeginning is what a signature with a seal begins with.
var sealBeginning = base64.StdEncoding.EncodeToString([]byte(sealMark))

// signature writes the seal with a proof behind it.
func (s seal) signature() string {
	b := append([]byte(sealMark), s.conversation[:]...)
	for _, n := range []uint16{s.index, s.of, s.behind} {
		b = binary.BigEndian.AppendUint16(b, n)
	}
	return base64.StdEncoding.EncodeToString(append(b, proof(b)...))
}

// readSeal returns the seal in a signature. One that begins like a seal and lacks
// the proof is forged.
func readSeal(signature string) (s seal, ok, forged bool) {
	if !strings.HasPrefix(signature, sealBeginning) {
		return s, false, false
	}
	b, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || len(b) != sealSize+sha256.Size || !hmac.Equal(b[sealSize:], proof(b[:sealSize])) {
		return s, false, true
	}
	b = b[len(sealMark):]
	n := copy(s.conversation[:], b)
	s.index, s.of, s.behind = binary.BigEndian.Uint16(b[n:]), binary.BigEndian.Uint16(b[n+2:]), binary.BigEndian.Uint16(b[n+4:])
	return s, true, false
}

// proof guards against damage, not against a forger: the key is no secret.
func proof(b []byte) []byte {
	mac := hmac.New(sha256.New, []byte("pi-fix"))
	mac.Write(b)
	return mac.Sum(nil)
}

// seals returns the seals of the thoughts of a turn, in order.
func seals(body js.Value, turn contract.Turn) []seal {
	var all []seal
	numbered, behind := uint16(0), uint16(0)
	for _, b := range turn.Content() {
		switch {
		case b.Thought == nil:
			if b.Call != nil || strings.TrimSpace(b.Text) != "" {
				behind++
			}
		case !b.Thought.Redacted && strings.TrimSpace(b.Thought.Text) == "":
			all = append(all, seal{index: unnumbered})
		default:
			all = append(all, seal{index: numbered, behind: behind})
			numbered++
		}
	}
	if all == nil {
		return nil
	}
	d := begin(body)
	for m := range body.Get("messages").All() {
		d.message(m)
	}
	for i := range all {
		all[i].conversation, all[i].of = d.sum(), numbered
	}
	return all
}

// A digest is that of a conversation: its prompt, its tools and its messages without
// thoughts and marks for the cache, which the service passes over as well.
type digest struct{ hash.Hash }

func begin(body js.Value) digest {
	d := digest{sha256.New()}
	d.content(body.Get("system"))
	d.value(body.Get("tools"))
	return d
}

func (d digest) sum() (s [sha256.Size]byte) {
	d.Sum(s[:0])
	return s
}

func (d digest) message(m js.Value) {
	d.text(m.Get("role").Text())
	d.content(m.Get("content"))
}

// content adds what is either a string or a list of blocks; a string is one block.
func (d digest) content(v js.Value) {
	if v.Kind() == js.String {
		d.text("text")
		d.text(v.Text())
		return
	}
	for b := range v.All() {
		switch kind := b.Get("type").Text(); {
		case kind == thinking || kind == redacted:
		case kind == text:
			d.text(kind)
			d.text(b.Get("text").Text())
		default:
			d.value(b)
		}
	}
}

func (d digest) value(v js.Value) {
	switch v.Kind() {
	case js.Object, js.Array:
		d.Write([]byte{'['})
		for m := range v.All() {
			if v.Kind() == js.Object {
				if m.Key() == "cache_control" {
					continue
				}
				d.text(m.Key())
			}
			d.value(m)
		}
		d.Write([]byte{']'})
	case js.String:
		d.text(v.Text())
	default:
		d.text(v.Raw())
	}
}

// text adds a text so that it cannot run into the next one.
func (d digest) text(s string) {
	d.Write(binary.BigEndian.AppendUint32(nil, uint32(len(s))))
	d.Write([]byte(s))
}
