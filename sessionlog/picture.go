package sessionlog

import (
	"bytes"
	"sort"
)

// Picture is an image block of a message. So that nobody has to read a line of
// megabytes again, it is kept where the image stands.
type Picture struct {
	Line  int
	Block int   // its place in the content, from 0
	Span  Span  // of the block
	Data  Span  // of the base64 as it stands in the source, escapes and all
	Size  int64 // of the base64 in bytes, without escapes

	Error  bool // the message is an error result
	Base64 bool // the data is base64 in whole groups, with its padding
	Typed  bool // the data begins as an image of the declared type does
}

// AllPictures returns the images of all messages that pi can send, in file order.
func (l *Log) AllPictures() []Picture { return l.pictures }

// Pictures returns the images of a message.
func (l *Log) Pictures(line int) []Picture {
	from := sort.Search(len(l.pictures), func(i int) bool { return l.pictures[i].Line >= line })
	to := from
	for to < len(l.pictures) && l.pictures[to].Line == line {
		to++
	}
	return l.pictures[from:to]
}

// takeData takes in the data of a block, and where it stands.
func (x *extractor) takeData() bool {
	x.peek()
	x.block.dataFrom = x.i + 1
	ok := x.take(&x.block.data)
	x.block.dataTo = x.i - 1
	return ok
}

// picture takes in an image block.
func (x *extractor) picture() {
	b := &x.block
	is := ImageType(b.data)
	p := Picture{
		Block: b.n, Span: Span{x.start + int64(b.from), x.start + int64(x.i)}, Size: int64(len(b.data)),
		Base64: isBase64(b.data), Typed: is != "" && is == string(b.mime),
	}
	if b.data != nil {
		p.Data = Span{x.start + int64(b.dataFrom), x.start + int64(b.dataTo)}
	}
	x.pictures = append(x.pictures, p)
}

// keepPictures keeps the images of a message whose role is known now, and tells
// whether there are any that pi can send.
func (x *extractor) keepPictures() bool {
	switch x.role {
	case RoleUser, RoleAssistant, RoleToolResult, RoleSystem, RoleCustom:
	default:
		return false
	}
	for _, p := range x.pictures {
		p.Line, p.Error = x.at, x.isError
		x.allPictures = append(x.allPictures, p)
	}
	return len(x.pictures) > 0
}

// isBase64 reports whether data is base64 in whole groups, with its padding.
func isBase64(data []byte) bool {
	if len(data)%4 != 0 {
		return false
	}
	for range 2 {
		data = bytes.TrimSuffix(data, []byte("="))
	}
	return base64Only(data)
}
