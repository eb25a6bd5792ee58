package recovery

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // the sizes of these are looked at
	_ "image/jpeg"
	_ "image/png"
	"strings"
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/mapper"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// shown is what pi's read would have put into its result, as JSON.
type shown struct{ content, truncation string }

var (
	errBeyondEnd = errors.New("the offset is beyond its end")
	errBigImage  = errors.New("the image is larger than pi sends it, and pi-fix makes no image smaller")
	errBinary    = errors.New("it is no text")
)

// showFile is what read returns for a whole file.
func showFile(data []byte, w readWindow, name string) (shown, error) {
	if mime := sessionlog.ImageType([]byte(base64.StdEncoding.EncodeToString(data[:min(len(data), 12)]))); mime != "" {
		return showImage(data, mime)
	}
	if bytes.IndexByte(data[:min(len(data), 8<<10)], 0) >= 0 {
		return shown{}, errBinary
	}
	lines := strings.Split(string(decoded(data)), "\n")
	first, end := max(w.offset, 1)-1, len(lines)
	if first >= end {
		return shown{}, errBeyondEnd
	}
	if w.limit > 0 {
		end = min(first+w.limit, end)
	}
	return showLines(lines[first:end], len(lines), w, name), nil
}

// decoded is what pi takes the bytes of a file for.
func decoded(data []byte) []byte {
	if utf8.Valid(data) {
		return data
	}
	var b bytes.Buffer
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == utf8.RuneError && n == 1 {
			n = sessionlog.BadLen(data)
		}
		b.WriteRune(r)
		data = data[n:]
	}
	return b.Bytes()
}

// The most that pi sends of an image: larger ones it makes smaller.
const (
	imageBytes = 4718592 // of base64
	imageSide  = 2000
)

func showImage(data []byte, mime string) (shown, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if base64.StdEncoding.EncodedLen(len(data)) > imageBytes || err == nil && max(size.Width, size.Height) > imageSide {
		return shown{}, errBigImage
	}
	return shown{content: fmt.Sprintf(`[{"type":"text","text":%s},{"type":"image","data":"%s","mimeType":"%s"}]`,
		sessionlog.Quote("Read image file ["+mime+"]"), base64.StdEncoding.EncodeToString(data), mime)}, nil
}

// showLines cuts the lines that a window asks for as read does, with its notice behind
// them. total is how many lines the file has.
func showLines(lines []string, total int, w readWindow, name string) shown {
	first := max(w.offset, 1) - 1
	end := first + len(lines)
	c := cutHead(lines)
	text := c.text
	switch last := first + c.shown; {
	case c.long:
		text = fmt.Sprintf("[Line %d is %s, exceeds 50.0KB limit. Use bash: sed -n '%dp' %s | head -c %d]",
			first+1, sizeOf(len(lines[0])), first+1, name, mapper.ReadBytes)
	case c.by == "lines":
		text += fmt.Sprintf("\n\n[Showing lines %d-%d of %d. Use offset=%d to continue.]", first+1, last, total, last+1)
	case c.by == "bytes":
		text += fmt.Sprintf("\n\n[Showing lines %d-%d of %d (50.0KB limit). Use offset=%d to continue.]", first+1, last, total, last+1)
	case end < total:
		text += fmt.Sprintf("\n\n[%d more lines in file. Use offset=%d to continue.]", total-end, end+1)
	}
	out := shown{content: textBlocks(text)}
	if c.by != "" {
		out.truncation = c.json()
	}
	return out
}

func textBlocks(text string) string {
	return `[{"type":"text","text":` + sessionlog.Quote(text) + `}]`
}

// cutText is a text that was cut to pi's limits (core/tools/truncate.js, truncateHead).
type cutText struct {
	text                string
	by                  string // lines or bytes, "" when nothing was cut off
	long                bool   // the first line alone is too long
	lines, bytes, shown int
}

func cutHead(lines []string) cutText {
	whole := strings.Join(lines, "\n")
	c := cutText{text: whole, lines: len(lines), bytes: len(whole)}
	if lines[len(lines)-1] == "" {
		c.lines-- // a line end at the end begins no line
	}
	c.shown = c.lines
	switch {
	case c.lines <= mapper.ReadLines && c.bytes <= mapper.ReadBytes:
		return c
	case len(lines[0]) > mapper.ReadBytes:
		c.text, c.by, c.long, c.shown = "", "bytes", true, 0
		return c
	}
	c.by = "lines"
	n := -1
	for c.shown = 0; c.shown < min(c.lines, mapper.ReadLines); c.shown++ {
		if n+1+len(lines[c.shown]) > mapper.ReadBytes {
			c.by = "bytes"
			break
		}
		n += 1 + len(lines[c.shown])
	}
	c.text = strings.Join(lines[:c.shown], "\n")
	return c
}

func (c cutText) json() string {
	return fmt.Sprintf(`{"content":%s,"truncated":true,"truncatedBy":"%s","totalLines":%d,"totalBytes":%d,"outputLines":%d,"outputBytes":%d,`+
		`"lastLinePartial":false,"firstLineExceedsLimit":%t,"maxLines":%d,"maxBytes":%d}`,
		sessionlog.Quote(c.text), c.by, c.lines, c.bytes, c.shown, len(c.text), c.long, mapper.ReadLines, mapper.ReadBytes)
}

func sizeOf(n int) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%dB", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1fKB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1fMB", float64(n)/(1<<20))
}
