package integrity

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image"
	_ "image/gif" // the formats that services take
	_ "image/jpeg"
	_ "image/png"
	"io"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentImageSize = &Rule{
	ID: "content-image-size",
	Doc: `the images of a session are too large for its service

Claude takes images of up to 8000 pixels a side and 5 MB, but of 2000 pixels only in a
request with more than 20 of them, and requests of up to 32 MB: a session breaks by
growing. As few images as it takes become notes, the oldest first.`,
	Layer: Content, Severity: Error, Classes: []string{"I01", "I08"},
	Check: func(p *Pass) {
		if !p.hasPictures() {
			return
		}
		gone := map[picture]bool{}
		known := map[int][]picture{}
		var all []picture  // of a context, the oldest first
		before := []int{0} // how many of them stand before each of its lines, and in all
		for _, c := range p.contexts(countsImages) {
			before = before[:c.Shared+1]
			all = all[:before[c.Shared]]
			for _, line := range c.Lines[c.Shared:] {
				all = append(all, p.images(c, line, known)...)
				before = append(before, len(all))
			}
			p.checkImages(all, gone)
		}
	},
}

// countsImages wants the contexts of leaves that go on with Claude.
func countsImages(_ int, s sessionlog.Settings) bool {
	return s.API == "anthropic-messages" || s.API == "bedrock-converse-stream" && strings.Contains(s.Model, "claude")
}

// hasPictures reports whether some message holds an image.
func (p *Pass) hasPictures() bool {
	for i := range p.Log.With(sessionlog.Pictures) {
		if p.Log.Kind(i) == sessionlog.KindMessage {
			return true
		}
	}
	return false
}

// What Claude takes: pixels a side, alone and among many, bytes of base64 of one
// image, and of all images, which leaves room for the text of the request
// (provider contracts: anthropic/image-*, anthropic/request-too-large).
const (
	maxSide, maxSideOfMany = 8000, 2000
	manyImages             = 20
	maxImage, maxImages    = 5 << 20, 30 << 20
)

// picture is an image block of a message.
type picture struct {
	sessionlog.Picture
	width, height int
}

// images returns the images of a line of a context. What was read is kept.
func (p *Pass) images(c *sessionlog.Context, line int, known map[int][]picture) []picture {
	if p.Log.Kind(line) != sessionlog.KindMessage || !p.Log.Has(line, sessionlog.Pictures) || p.Log.Dead(line) || p.hidden(c, line) {
		return nil
	}
	if _, ok := known[line]; !ok {
		known[line] = p.picturesOf(line)
	}
	return known[line]
}

func (p *Pass) picturesOf(line int) []picture {
	var out []picture
	for _, at := range p.Log.Pictures(line) {
		w, h := imageSize(p.data(at))
		out = append(out, picture{at, w, h})
	}
	return out
}

// data is the base64 of an image, to be read from its beginning as far as it takes.
func (p *Pass) data(at sessionlog.Picture) io.ReadSeeker {
	if at.Size != at.Data.Len() {
		return strings.NewReader(p.entry(at.Line).Get(p.imageAt(at) + ".data").String())
	}
	return io.NewSectionReader(p.Log.Source(), at.Data.Start, at.Size)
}

func (p *Pass) checkImages(all []picture, gone map[picture]bool) {
	var left []picture
	for _, i := range all {
		switch {
		case gone[i]:
		case max(i.width, i.height) > maxSide:
			p.reportImage(i, gone, fmt.Sprintf("more than %d pixels a side", maxSide))
		case i.Size > maxImage:
			p.reportImage(i, gone, "more than 5 MB")
		default:
			left = append(left, i)
		}
	}
	sum := int64(0)
	for _, i := range left {
		sum += i.Size
	}
	many := len(left) - manyImages
	for _, i := range left {
		switch {
		case many > 0 && max(i.width, i.height) > maxSideOfMany:
			many--
			p.reportImage(i, gone, fmt.Sprintf("more than %d pixels a side in a request with %d images", maxSideOfMany, len(left)))
		case sum > maxImages:
			p.reportImage(i, gone, fmt.Sprintf("part of %d MB of images in one request", sum>>20))
		default:
			continue
		}
		sum -= i.Size
	}
}

func (p *Pass) reportImage(i picture, gone map[picture]bool, why string) {
	gone[i] = true
	is := fmt.Sprintf("%d x %d pixels, %d bytes", i.width, i.height, i.Size)
	p.Report(Finding{Line: i.Line, Message: fmt.Sprintf("image %d of the message (%s) is %s", i.Block+1, is, why), Fixes: []Fix{{
		Message: "put a note in its place", Lossy: true,
		Ops: []sessionlog.Op{replace(i.Line, i.Span, textBlock(fmt.Sprintf("[an image was taken out (%s): the service takes no request with it]", is)))},
	}}})
}

// imageSize returns the width and height of an image in base64, 0 when they
// cannot be read. Only the beginning of the data is read.
func imageSize(data io.ReadSeeker) (width, height int) {
	if c, _, err := image.DecodeConfig(base64.NewDecoder(base64.StdEncoding, bufio.NewReader(data))); err == nil {
		return c.Width, c.Height
	}
	var b [30]byte
	_, err := data.Seek(0, io.SeekStart)
	if _, short := io.ReadFull(base64.NewDecoder(base64.StdEncoding, data), b[:]); err != nil || short != nil || string(b[8:12]) != "WEBP" {
		return 0, 0
	}
	le := binary.LittleEndian
	switch string(b[12:16]) {
	case "VP8 ":
		return int(le.Uint16(b[26:]) & 0x3FFF), int(le.Uint16(b[28:]) & 0x3FFF)
	case "VP8L":
		n := le.Uint32(b[21:])
		return int(n&0x3FFF) + 1, int(n>>14&0x3FFF) + 1
	case "VP8X":
		return int(le.Uint32(b[24:])&0xFFFFFF) + 1, int(le.Uint32(b[26:])>>8) + 1
	}
	return 0, 0
}

var contentErrorImage = &Rule{
	ID: "content-error-image",
	Doc: `an error result holds an image

Anthropic takes text only in an error result. pi from 1.3 on sends the image behind
the results; older versions are refused with HTTP 400. The image is what the tool
showed and stays: use a newer pi.`,
	Layer: Content, Severity: Info, Classes: []string{"I06"},
	Check: func(p *Pass) {
		for i := range p.Log.With(sessionlog.Pictures) {
			if p.Log.Kind(i) == sessionlog.KindMessage && p.Log.Role(i) == sessionlog.RoleToolResult &&
				p.sent(i) && p.speaks("anthropic") && slices.ContainsFunc(p.Log.Pictures(i), func(at sessionlog.Picture) bool { return at.Error }) {
				p.Report(Finding{Line: i, Message: "an error result holds an image, which pi before 1.3 cannot send"})
			}
		}
	},
}
