package redact

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// decode reads a line's escapes as what they stand for. at tells where a place of
// the text is in the line. What is no escape stands for itself, so a line that is
// cut off or no JSON at all is read as well as it can be.
func decode(line []byte) (text string, at func(int) int) {
	if !slices.Contains(line, '\\') {
		return string(line), func(i int) int { return i }
	}
	out := make([]byte, 0, len(line))
	type jump struct{ text, line int } // from here on
	var jumps []jump
	for i := 0; i < len(line); {
		n := 1
		if line[i] == '\\' {
			var r rune
			if r, n = escape(line[i:]); n > 1 {
				out = utf8.AppendRune(out, r)
				i += n
				jumps = append(jumps, jump{len(out), i})
				continue
			}
		}
		out = append(out, line[i])
		i++
	}
	return string(out), func(t int) int {
		k, _ := slices.BinarySearchFunc(jumps, t, func(j jump, t int) int {
			if j.text <= t {
				return -1
			}
			return 1
		})
		if k == 0 {
			return t
		}
		return jumps[k-1].line + t - jumps[k-1].text
	}
}

var short = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape returns the character of the escape that b begins with and its length, 1
// when it is none.
func escape(b []byte) (rune, int) {
	if len(b) < 2 {
		return 0, 1
	}
	if r, ok := short[b[1]]; ok {
		return r, 2
	}
	r, ok := unit(b)
	if !ok {
		return 0, 1
	}
	if low, ok := unit(b[6:]); ok && utf16.IsSurrogate(r) {
		if whole := utf16.DecodeRune(r, low); whole != utf8.RuneError {
			return whole, 12
		}
	}
	return r, 6
}

func unit(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}

// structural are the keys whose values are no text: what a session, pi and a
// service know each other by, and what is bytes.
var structural = []string{
	"type", "id", "parentId", "toolCallId", "toolName", "name", "role", "api", "provider", "model", "modelId", "responseModel",
	"stopReason", "timestamp", "mimeType", "data", "thinkingSignature", "textSignature", "thoughtSignature", "version",
	"firstKeptEntryId", "targetId", "fromId", "customType", "thinkingLevel", "responseId", "errorMessage", "piFix", "cwd", "parentSession",
}

// mask replaces the letters and digits of strings that are text. Lengths, blanks and
// punctuation stay, and so does every half of a character.
func mask(line []byte) []byte {
	out := slices.Clone(line)
	key := ""
	for i := 0; i < len(out); i++ {
		if out[i] != '"' {
			continue
		}
		end := i + 1
		for end < len(out) && out[end] != '"' {
			if out[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(out))
		switch next := end + 1; {
		case next < len(out) && out[next] == ':':
			key = string(out[i+1 : end])
		case !slices.Contains(structural, key):
			maskText(out[i+1 : end])
		}
		i = end
	}
	return out
}

func maskText(b []byte) {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\' && i+1 < len(b) && b[i+1] == 'u':
			if r, ok := unit(b[i:]); ok && r >= utf8.RuneSelf && !utf16.IsSurrogate(r) {
				copy(b[i+2:], "25a1")
			}
			i += 5
		case c == '\\':
			i++
		case 'a' <= c && c <= 'z':
			b[i] = 'x'
		case 'A' <= c && c <= 'Z':
			b[i] = 'X'
		case '0' <= c && c <= '9':
			b[i] = '0'
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(b[i:])
			if n > 1 && unicode.IsLetter(r) {
				copy(b[i:], []string{"×", "□", "🔲"}[n-2])
			}
			i += n - 1
		}
	}
}
