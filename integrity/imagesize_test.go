package integrity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// TestManyMegabytes asks that images which fill a request go, the oldest first,
// and no more of them than it takes. A vector of that size would be no file to keep.
func TestManyMegabytes(t *testing.T) {
	const each = 4 << 20
	for _, n := range []int{7, 9} {
		var b strings.Builder
		b.WriteString(`{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}` + "\n")
		parent := "null"
		for i := range n {
			fmt.Fprintf(&b, `{"type":"message","id":"u%d","parentId":%s,"timestamp":"t","message":{"role":"user","content":[{"type":"image","data":"iVBORw0KGgoA%s","mimeType":"image/png"}]}}`+"\n",
				i, parent, strings.Repeat("A", each-12))
			parent = fmt.Sprintf(`"u%d"`, i)
		}
		fmt.Fprintf(&b, `{"type":"message","id":"a","parentId":%s,"timestamp":"t","message":{"role":"assistant","content":[{"type":"text","text":"seen"}],"api":"anthropic-messages","provider":"anthropic","model":"m","usage":{"input":0,"output":0,"totalTokens":0,"cost":{"total":0}},"stopReason":"stop"}}`+"\n", parent)
		found, err := integrity.Check(sessionlog.Parse([]byte(b.String())), "", integrity.Rules)
		if err != nil {
			t.Fatal(err)
		}
		if want := max(0, n-7); len(found) != want {
			t.Fatalf("%d images of 4 MB: %d findings, want %d: %v", n, len(found), want, found)
		}
		for i, f := range found {
			if f.Line != 1+i || f.Rule.ID != "content-image-size" {
				t.Errorf("finding %d is %s of line %d", i, f.Rule.ID, f.Line)
			}
		}
	}
}
