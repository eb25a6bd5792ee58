package sessionlog

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Quote returns s as a JSON string the way JSON.stringify writes it: nothing
// but quotes, backslashes and control characters is escaped. encoding/json
// would also escape <, >, &, U+2028 and U+2029.
func Quote(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20:
			b.WriteString(controlEscape(r))
		case r == utf8.RuneError:
			b.WriteString("\uFFFD")
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func controlEscape(r rune) string {
	if i := strings.IndexRune("\b\t\n\f\r", r); i >= 0 {
		return `\` + "btnfr"[i:i+1]
	}
	return `\u00` + string("01"[r>>4]) + strconv.FormatInt(int64(r&15), 16)
}

// FreshID derives an id of pi's form, eight hexadecimal characters, from the
// entries that the new entry belongs to. The same words give the same id; one
// that is in the session, or that taken refuses, is passed over.
func (l *Log) FreshID(taken func(id string) bool, words ...string) string {
	for n := 0; ; n++ {
		sum := sha256.Sum256([]byte(strings.Join(words, "\x00") + "\x00" + strconv.Itoa(n)))
		id := hex.EncodeToString(sum[:4])
		if l.Find(KeyOf(id)) < 0 && (taken == nil || !taken(id)) {
			return id
		}
	}
}
