package mapper

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// The most that one read of pi shows (the same limits cut off what it prints).
const (
	ReadLines = 2000
	ReadBytes = 50 << 10
)

// binaryExtensions are those that pi-read-map never maps, without .svg, which is text.
const binaryExtensions = " .jpg .jpeg .png .gif .webp .bmp .ico .tiff .tif .avif .heic .heif .mp3 .mp4 .wav .avi .mov .mkv .flac .ogg .webm " +
	".zip .tar .gz .bz2 .xz .7z .rar .bin .exe .dll .so .dylib .o .a .wasm .pdf .doc .docx .xls .xlsx .ppt .pptx "

// binaryHead is how many bytes of a file tell whether it is text.
const binaryHead = 8 << 10

// IsBinary tells by the name, or by the first 8 KB, that a file is no text.
func IsBinary(name string, src []byte) bool {
	base := strings.ToLower(baseName(name))
	if n := strings.LastIndexByte(base, '.'); n >= 0 && binaryExtension(base[n:]) {
		return true
	}
	head := src[:min(len(src), binaryHead)]
	for _, mark := range []string{"\xFF\xD8\xFF", "\x89PNG\r\n", "GIF8", "RIFF", "BM"} {
		if bytes.HasPrefix(head, []byte(mark)) && (mark != "BM" && mark != "RIFF" || bytes.IndexByte(head, 0) >= 0) {
			return true
		}
	}
	return bytes.IndexByte(head, 0) >= 0 || 10*invalid(head) > len(head) && len(head) > 0
}

func binaryExtension(ext string) bool {
	for list := binaryExtensions; ; {
		n := strings.Index(list, ext)
		if n < 0 {
			return false
		}
		if list = list[n+len(ext):]; list == "" || list[0] == ' ' {
			return true
		}
	}
}

// invalid counts the bytes that are no UTF-8, but for a character that is cut off.
func invalid(b []byte) int {
	if utf8.Valid(b) {
		return 0
	}
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 && len(b) >= utf8.UTFMax {
			n++
		}
		b = b[size:]
	}
	return n
}

// TooLarge tells whether pi's read would cut a file off.
func TooLarge(src []byte) bool {
	return len(src) > ReadBytes || bytes.Count(src, []byte("\n")) > ReadLines ||
		bytes.Count(src, []byte("\n")) == ReadLines && src[len(src)-1] != '\n'
}

// A Read is what a session holds about one call of the tool read.
type Read struct {
	Name string
	// Limited tells that the call asked for an offset or a limit.
	Limited bool
	// Truncated is what the result's details say, or nil without them.
	Truncated *bool
	// Result is the text of the result.
	Result string
}

// WantsMap tells whether a map belongs to the result of a read: it was not asked to
// be short, and pi cut it off.
func (r Read) WantsMap() bool {
	switch {
	case r.Limited, IsBinary(r.Name, nil):
		return false
	case r.Truncated != nil:
		return *r.Truncated
	}
	return cutOff(r.Result)
}

// cutOff tells whether a text ends in one of the notices of pi's read tool
// (core/tools/read.js) for a file that is longer than what it shows.
func cutOff(text string) bool {
	text = strings.TrimRight(text, "\n")
	line := text[strings.LastIndexByte(text, '\n')+1:]
	switch {
	case !strings.HasSuffix(line, "]"):
		return false
	case strings.HasPrefix(line, "[Showing lines "):
		return strings.Contains(line, " of ") && strings.HasSuffix(line, " to continue.]")
	case strings.HasPrefix(line, "[Line "):
		return strings.Contains(line, " limit. Use bash: sed -n ")
	}
	return false
}
