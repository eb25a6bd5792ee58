package js

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// AppendJSON appends what JSON.stringify makes of v. An undefined value appends
// nothing.
func (v Value) AppendJSON(b []byte) []byte {
	switch v.Kind() {
	case Undefined:
		return b
	case Null, False, True:
		return append(b, v.Raw()...)
	case Number:
		return AppendNumber(b, parseNumber(v.Raw()))
	case String:
		if n := v.node(); n.seen&escaped == 0 && !v.d.repair {
			return append(b, v.Raw()...)
		}
		return AppendQuoted(b, v.Text())
	case Array:
		b = append(b, '[')
		for e := range v.All() {
			if e.Index() > 0 {
				b = append(b, ',')
			}
			b = e.AppendJSON(b)
		}
		return append(b, ']')
	case Object:
		return v.appendObject(b)
	default:
		panic("js: unknown kind")
	}
}

// JSON returns what JSON.stringify makes of v, nil when v is undefined.
func (v Value) JSON() []byte {
	if !v.Exists() {
		return nil
	}
	return v.AppendJSON(nil)
}

func (v Value) appendObject(b []byte) []byte {
	b = append(b, '{')
	for i, m := range v.Members() {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendQuoted(b, m.Key())
		b = append(b, ':')
		b = m.AppendJSON(b)
	}
	return append(b, '}')
}

// Members returns the members in the order JavaScript enumerates them: array
// indexes ascending, then the others as they came; each name once, with its
// last value at its first place.
func (v Value) Members() []Value {
	members := slices.Collect(v.All())
	members = lastOfEach(members)
	indexed := false
	for _, m := range members {
		if _, ok := arrayIndex(m.Key()); ok {
			indexed = true
			break
		}
	}
	if indexed {
		slices.SortStableFunc(members, compareIndexes)
	}
	return members
}

func compareIndexes(a, b Value) int {
	x, isX := arrayIndex(a.Key())
	y, isY := arrayIndex(b.Key())
	switch {
	case isX && isY:
		return int(x) - int(y)
	case isX:
		return -1
	case isY:
		return 1
	}
	return 0
}

func lastOfEach(members []Value) []Value {
	place := make(map[string]int, len(members))
	out := members[:0]
	for _, m := range members {
		if i, seen := place[m.Key()]; seen {
			out[i] = m
			continue
		}
		place[m.Key()] = len(out)
		out = append(out, m)
	}
	return out
}

// arrayIndex returns the number that a key is when JavaScript takes it for an
// array index.
func arrayIndex(key string) (uint32, bool) {
	if key == "" || len(key) > 10 || key[0] == '0' && len(key) > 1 {
		return 0, false
	}
	n, err := strconv.ParseUint(key, 10, 32)
	return uint32(n), err == nil && n < math.MaxUint32 && key[0] != '+'
}

// parseNumber reads a JSON number as a double; what is too large is infinite.
func parseNumber(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// AppendNumber appends a double as JSON.stringify does: the shortest digits that
// read back the same, null for what is not finite.
func AppendNumber(b []byte, f float64) []byte {
	switch {
	case math.IsInf(f, 0) || math.IsNaN(f):
		return append(b, "null"...)
	case f == 0:
		return append(b, '0')
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	from := len(b)
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	// Go writes at least two digits of exponent.
	if e := strings.LastIndexAny(string(b[from:]), "+-") + from; e+2 < len(b) && b[e+1] == '0' {
		b = slices.Delete(b, e+1, e+2)
	}
	return b
}

// Quoted returns s as JSON.stringify writes it.
func Quoted(s string) []byte { return AppendQuoted(make([]byte, 0, len(s)+2), s) }

// AppendQuoted appends s as JSON.stringify writes it: only quotes, backslashes,
// control characters and halves of surrogate pairs are escaped.
func AppendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c != 0xED {
			continue
		}
		if c == 0xED {
			if i+2 >= len(s) || s[i+1] < 0xA0 {
				continue
			}
			b = append(b, s[from:i]...)
			b = appendEscape(b, 0xD000|uint16(s[i+1]&0x3F)<<6|uint16(s[i+2]&0x3F))
			i += 2
			from = i + 1
			continue
		}
		b = append(b, s[from:i]...)
		b = appendControl(b, c)
		from = i + 1
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}

func appendControl(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return appendEscape(b, uint16(c))
}

func appendEscape(b []byte, unit uint16) []byte {
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[unit>>12], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
}

// Display returns v as JavaScript's String(v), which is what a template and
// Array.join make of it.
func (v Value) Display() string {
	switch v.Kind() {
	case Undefined:
		return "undefined"
	case String:
		return v.Text()
	case Object:
		return "[object Object]"
	case Array:
		parts := make([]string, 0, v.Len())
		for e := range v.All() {
			if e.Nullish() {
				parts = append(parts, "")
				continue
			}
			parts = append(parts, e.Display())
		}
		return strings.Join(parts, ",")
	case Number:
		switch f := v.Float(); {
		case math.IsInf(f, 1):
			return "Infinity"
		case math.IsInf(f, -1):
			return "-Infinity"
		}
	}
	return string(v.JSON())
}

// Float returns a number as a double, 0 for any other kind.
func (v Value) Float() float64 {
	if v.Kind() != Number {
		return 0
	}
	return parseNumber(v.Raw())
}
