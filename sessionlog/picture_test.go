package sessionlog

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// TestPictures holds what the parse keeps of images to what stands in their lines,
// in a session that several workers read in pieces.
func TestPictures(t *testing.T) {
	data := "iVBORw0KGgo" + strings.Repeat("A", 9_001)
	contents := []string{
		`[{"type":"image","data":"%s","mimeType":"image/png"}]`,
		`[{"type":"text","text":"x"}, 7, { "data" : "%s" , "type":"image"},{"type":"image","data":3},{"type":"image"}]`,
		`[{"type":"image","data":"","data":"iVBORw0KGgo\/%s"}]`,
		`"[{\"type\":\"image\"}]"`,
		`[{"type":"image","data":"gone"}],"content":[{"type":"text","text":"%s"}]`,
	}
	var b bytes.Buffer
	for i := 0; b.Len() < 2*maxHeld; i++ {
		c := contents[i%len(contents)]
		if strings.Contains(c, "%s") {
			c = fmt.Sprintf(c, data)
		}
		fmt.Fprintf(&b, `{"type":"message","id":"%08x","parentId":null,"message":{"role":"toolResult","content":%s,"isError":%v}}`+"\n", i, c, i%3 == 0)
	}
	log, err := Read(bytes.NewReader(b.Bytes()), 3)
	if err != nil {
		t.Fatal(err)
	}
	for line := range log.Len() {
		e, err := log.Entry(line)
		if err != nil {
			t.Fatal(err)
		}
		var want []Picture
		for n, block := range gjson.GetBytes(e.Raw, "message").Map()["content"].Array() {
			if block.Get("type").String() != "image" || line%5 == 4 {
				continue
			}
			p := Picture{Line: line, Block: n, Error: line%3 == 0}
			p.Span.Start = e.Span.Start + int64(bytes.Index(e.Raw, []byte(block.Raw)))
			p.Span.End = p.Span.Start + int64(len(block.Raw))
			said := ""
			block.ForEach(func(k, v gjson.Result) bool {
				if k.String() == "data" && v.Type == gjson.String {
					said = v.String()
					at := p.Span.Start + int64(strings.Index(block.Raw, v.Raw))
					p.Data, p.Size = Span{at + 1, at + int64(len(v.Raw)) - 1}, int64(len(v.String()))
				}
				return true
			})
			_, err := base64.StdEncoding.DecodeString(said)
			p.Base64 = err == nil
			p.Typed = strings.HasPrefix(said, "iVBORw0KGgo") && block.Get("mimeType").String() == "image/png"
			want = append(want, p)
		}
		if got := log.Pictures(line); !slices.Equal(got, want) {
			t.Fatalf("line %d:\n got %+v\nwant %+v", line, got, want)
		}
	}
}
