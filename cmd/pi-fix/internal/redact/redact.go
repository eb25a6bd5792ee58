// Package redact takes out of a session what is nobody's business, and leaves its
// structure as it is: what made the session break still breaks it.
//
// A line is looked at as text, whatever it is: a sound record, a torn one, several
// glued together. Escapes are read as what they stand for, and only the bytes of a
// match are replaced, by plain characters, so a record stays a record. The same
// secret gets the same name everywhere, so what belongs together still does.
package redact

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// Options say what is taken out. The zero value takes out what every kind of
// [Kinds] finds.
type Options struct {
	// Keep names kinds that stay.
	Keep []string
	// Words are taken out wherever they stand.
	Words []string
	// Patterns are taken out too; of a pattern with a group, that group.
	Patterns []*regexp.Regexp
	// Text masks the letters and digits of all that was said, thought, called and
	// answered, so that nothing but its shape is left.
	Text bool
}

// A Redactor redacts the lines of one session.
type Redactor struct {
	// Counts says how often each kind was taken out.
	Counts map[string]int

	kinds []Kind
	names map[string]string // what was taken out, and what stands there now
	last  map[string]int    // how many names a kind has given
	text  bool
}

// New returns a redactor.
func New(o Options) *Redactor {
	r := &Redactor{Counts: map[string]int{}, names: map[string]string{}, last: map[string]int{}, text: o.Text}
	for _, k := range Kinds() {
		if !slices.Contains(o.Keep, k.Name) {
			r.kinds = append(r.kinds, k)
		}
	}
	for _, p := range o.Patterns {
		r.kinds = append(r.kinds, Kind{Name: "pattern", Pattern: p, Stand: "redacted%d"})
	}
	for _, w := range o.Words {
		r.word("word", w)
	}
	return r
}

// word takes out a word where it stands alone.
func (r *Redactor) word(kind, w string) {
	p := regexp.MustCompile(`(?i)(?:^|[^A-Za-z0-9])(` + regexp.QuoteMeta(w) + `)(?:[^A-Za-z0-9]|$)`)
	r.kinds = append(r.kinds, Kind{Name: kind, Pattern: p, Stand: "redacted%d", word: true})
}

// Meet looks at a line before any is redacted: the owner of a home folder is taken
// out by name as well.
func (r *Redactor) Meet(line []byte) {
	text, _ := decode(line)
	for _, k := range r.kinds {
		if k.Name != home || k.word {
			continue
		}
		for _, m := range k.Pattern.FindAllStringSubmatch(text, -1) {
			owner := m[len(m)-1]
			if _, met := r.names[owner]; met || k.spares(owner) {
				continue
			}
			r.name(k, owner)
			if len(owner) >= 4 {
				r.word(home, owner)
			}
		}
	}
}

// name returns what stands for a secret from now on.
func (r *Redactor) name(k Kind, secret string) string {
	if name, ok := r.names[secret]; ok {
		return name
	}
	r.last[k.Name]++
	r.names[secret] = fmt.Sprintf(k.Stand, r.last[k.Name])
	return r.names[secret]
}

// Line returns the line without what is to be taken out. It is of the same kind as
// before.
func (r *Redactor) Line(line []byte) []byte {
	out := line
	for _, k := range r.kinds {
		next, n := r.take(k, out)
		if n > 0 && sessionlog.KindOf(next) == sessionlog.KindOf(out) {
			out = next
			r.Counts[k.Name] += n
		}
	}
	if r.text {
		out = mask(out)
	}
	return out
}

// take replaces what one kind finds.
func (r *Redactor) take(k Kind, line []byte) ([]byte, int) {
	text, at := decode(line)
	var out []byte
	done, n := 0, 0
	for from := 0; ; {
		m := k.Pattern.FindStringSubmatchIndex(text[from:])
		if m == nil {
			break
		}
		lo, hi := from+m[len(m)-2], from+m[len(m)-1]
		secret := text[lo:hi]
		from = max(hi, from+1)
		if k.spares(secret) || strings.Contains(secret, `"`) || k.Encoded && !r.holds(secret) {
			continue
		}
		out = append(append(out, line[done:at(lo)]...), r.name(k, secret)...)
		done = at(hi)
		n++
	}
	if n == 0 {
		return line, 0
	}
	return append(out, line[done:]...), n
}

// holds reports whether base64 holds something that is to be taken out.
func (r *Redactor) holds(encoded string) bool {
	plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(encoded), "=")
	if len(plain)%4 == 1 {
		plain = plain[:len(plain)-1] // cut off
	}
	b, err := base64.RawStdEncoding.DecodeString(plain)
	for cut := 1; cut < utf8.UTFMax && len(b) > 0 && !utf8.Valid(b); cut++ {
		b = b[:len(b)-1] // half a character
	}
	if err != nil || !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		return false
	}
	for _, k := range r.kinds {
		if k.Encoded {
			continue
		}
		for _, m := range k.Pattern.FindAllStringSubmatch(string(b), -1) {
			if !k.spares(m[len(m)-1]) {
				return true
			}
		}
	}
	return false
}
