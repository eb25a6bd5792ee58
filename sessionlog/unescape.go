package sessionlog

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape returns the value of a JSON string whose inside is in and known to
// be sound. A lone surrogate becomes U+FFFD.
func unescape(in []byte) []byte {
	out := make([]byte, 0, len(in))
	for i := 0; i < len(in); {
		if in[i] != '\\' {
			out = append(out, in[i])
			i++
			continue
		}
		if in[i+1] != 'u' {
			out = append(out, simpleEscape(in[i+1]))
			i += 2
			continue
		}
		r := hex4(in[i+2:])
		i += 6
		if utf16.IsSurrogate(r) {
			low := rune(-1)
			if i+6 <= len(in) && in[i] == '\\' && in[i+1] == 'u' {
				low = hex4(in[i+2:])
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i += 6
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// spells reports whether a JSON string, whose inside is in, says a text. One with a
// numbered escape is not read, and said not to.
func spells(in, text []byte) bool {
	for {
		n := bytes.IndexByte(in, '\\')
		if n < 0 {
			return bytes.Equal(in, text)
		}
		if len(text) <= n || in[n+1] == 'u' || text[n] != simpleEscape(in[n+1]) || !bytes.Equal(in[:n], text[:n]) {
			return false
		}
		in, text = in[n+2:], text[n+1:]
	}
}

func simpleEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

func hex4(b []byte) rune {
	n, _ := strconv.ParseUint(string(b[:4]), 16, 32)
	return rune(n)
}
