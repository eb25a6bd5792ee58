package integrity

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentImage = &Rule{
	ID: "content-image",
	Doc: `an image is not what it says, or none at all

Services compare the declared type with the bytes, take PNG, JPEG, GIF and WebP
only, and refuse data that is no base64, on every later request. A wrong type is
corrected from the bytes; what no service can show becomes a note.`,
	Layer: Content, Severity: Error, Classes: []string{"I02", "I03", "I04", "I05"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, content gjson.Result) {
			for n, b := range content.Array() {
				if b.Get("type").String() == "image" && content.IsArray() {
					p.checkImage(e, fmt.Sprintf("%s.%d", p.contentAt(line), n), b)
				}
			}
		})
	},
}

func (p *Pass) checkImage(e sessionlog.Entry, at string, b gjson.Result) {
	data, mime := b.Get("data").String(), b.Get("mimeType").String()
	f := Finding{Line: e.Line}
	if head, rest, ok := strings.Cut(data, ";base64,"); ok && strings.HasPrefix(head, "data:") {
		f.Message = "the data of an image is a data URL"
		f.Fixes = []Fix{{Message: "keep its base64 part", Ops: []sessionlog.Op{
			replaceWith(e.Line, e.SetIn(at, "data", sessionlog.Quote(rest))),
			replaceWith(e.Line, e.SetIn(at, "mimeType", sessionlog.Quote(strings.TrimPrefix(head, "data:")))),
		}}}
		p.Report(f)
		return
	}
	is := sessionlog.ImageType([]byte(data))
	_, err := base64.StdEncoding.DecodeString(data)
	switch {
	case is == "" || err != nil:
		span, _ := e.ValueSpan(at)
		f.Message = "an image that no service can show"
		f.Fixes = []Fix{{Message: "put a note in its place", Lossy: true, Ops: []sessionlog.Op{
			replace(e.Line, span, textBlock(fmt.Sprintf("[an image was taken out: its data is no %s]", imageName(mime, is)))),
		}}}
	case is != mime:
		f.Message = fmt.Sprintf("an image says it is %s and is %s", printable(mime), is)
		f.Fixes = []Fix{{Message: "say " + is, Ops: []sessionlog.Op{
			replaceWith(e.Line, e.SetIn(at, "mimeType", sessionlog.Quote(is)))}}}
	default:
		return
	}
	p.Report(f)
}

func imageName(mime, is string) string {
	if is != "" {
		return "sound base64"
	}
	if strings.HasPrefix(mime, "image/") {
		return "PNG, JPEG, GIF or WebP (" + printable(mime) + ")"
	}
	return "PNG, JPEG, GIF or WebP"
}
