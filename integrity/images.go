package integrity

import (
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentImage = &Rule{
	ID: "content-image",
	Doc: `an image is not what it says, or none at all

Services compare the declared type with the bytes, take PNG, JPEG, GIF and WebP
only, and refuse data that is no base64, on every later request, in what a
context_edit puts into a message, too. A wrong type is corrected from the bytes; what
no service can show becomes a note.`,
	Layer: Content, Severity: Error, Classes: []string{"I02", "I03", "I04", "I05"},
	Check: func(p *Pass) {
		for _, at := range p.Log.AllPictures() {
			if !(at.Base64 && at.Typed) && p.sent(at.Line) {
				p.checkImage(at)
			}
		}
		for _, r := range p.allReplaced() {
			if p.Log.Role(r.target) != sessionlog.RoleAssistant {
				p.checkReplacedImages(r.edit)
			}
		}
	},
}

// checkReplacedImages looks at what an edit puts into a message, which the parse takes
// no images of.
func (p *Pass) checkReplacedImages(edit int) {
	e := p.entry(edit)
	for n, b := range listed(e.Get(replacedContent)) {
		if b.Get("type").String() != "image" {
			continue
		}
		span, _ := e.ValueSpan(fmt.Sprintf("%s.%d", replacedContent, n))
		p.checkImage(sessionlog.Picture{Line: edit, Block: n, Span: span, Size: -1})
	}
}

func (p *Pass) checkImage(at sessionlog.Picture) {
	b := p.imageBlock(at)
	data, mime := b.Get("data").String(), b.Get("mimeType").String()
	is := sessionlog.ImageType([]byte(data))
	f := Finding{Line: at.Line}
	switch {
	case isDataURL(data):
		f.Message = "the data of an image is a data URL"
		f.Fixes = []Fix{{Message: "keep its base64 part", Ops: p.cutURL(at)}}
	case is == "" || !at.Base64 && !p.decodes(at):
		f.Message = "an image that no service can show"
		f.Fixes = []Fix{{Message: "put a note in its place", Lossy: true, Ops: []sessionlog.Op{
			replace(at.Line, at.Span, textBlock(fmt.Sprintf("[an image was taken out: its data is no %s]", imageName(mime, is)))),
		}}}
	case is != mime:
		f.Message = fmt.Sprintf("an image says it is %s and is %s", printable(mime), is)
		f.Fixes = []Fix{{Message: "say " + is, Ops: []sessionlog.Op{
			replaceWith(at.Line, p.entry(at.Line).SetIn(p.imageAt(at), "mimeType", sessionlog.Quote(is)))}}}
	default:
		return
	}
	p.Report(f)
}

// imageAt returns where in its entry an image is.
func (p *Pass) imageAt(at sessionlog.Picture) string {
	return fmt.Sprintf("%s.%d", p.contentAt(at.Line), at.Block)
}

// imageBlock returns the block of an image, and no more of its data than tells what
// it is: the rest is megabytes.
func (p *Pass) imageBlock(at sessionlog.Picture) gjson.Result {
	const enough = 256
	if at.Size != at.Data.Len() || at.Size <= enough || p.Log.Has(at.Line, sessionlog.RepeatedKey) {
		return p.entry(at.Line).Get(p.imageAt(at))
	}
	var block []byte
	for _, part := range []sessionlog.Span{{Start: at.Span.Start, End: at.Data.Start + enough}, {Start: at.Data.End, End: at.Span.End}} {
		b, err := p.Log.Bytes(part)
		p.Fail(err)
		block = append(block, b...)
	}
	return gjson.ParseBytes(block)
}

func isDataURL(data string) bool {
	head, _, ok := strings.Cut(data, ";base64,")
	return ok && strings.HasPrefix(head, "data:")
}

// cutURL makes the data of an image of a data URL.
func (p *Pass) cutURL(at sessionlog.Picture) []sessionlog.Op {
	e, image := p.entry(at.Line), p.imageAt(at)
	head, rest, _ := strings.Cut(e.Get(image+".data").String(), ";base64,")
	return []sessionlog.Op{
		replaceWith(e.Line, e.SetIn(image, "data", sessionlog.Quote(rest))),
		replaceWith(e.Line, e.SetIn(image, "mimeType", sessionlog.Quote(strings.TrimPrefix(head, "data:")))),
	}
}

// decodes reports whether services can decode the data of an image, which may be
// broken into lines.
func (p *Pass) decodes(at sessionlog.Picture) bool {
	data, err := io.ReadAll(p.data(at))
	p.Fail(err)
	_, err = base64.StdEncoding.DecodeString(string(data))
	return err == nil
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
