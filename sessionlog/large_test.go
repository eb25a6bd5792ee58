package sessionlog

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// repeated is a session of any size that is in no memory: a header, then the same
// line over and over.
type repeated struct {
	header, line string
	size         int64
}

func (r repeated) Size() int64 { return r.size }

func (r repeated) ReadAt(b []byte, at int64) (int, error) {
	n := 0
	for n < len(b) && at < r.size {
		text, from := r.header, at
		if h := int64(len(r.header)); at >= h {
			text, from = r.line, (at-h)%int64(len(r.line))
		}
		got := copy(b[n:], text[from:])
		n, at = n+got, at+int64(got)
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

const largeHeader = `{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}` + "\n"

// TestLargeSession reads 128 MB with memory for a few chunks and the records.
func TestLargeSession(t *testing.T) {
	line := fmt.Sprintf(`{"type":"custom","id":"%08x","parentId":null,"timestamp":"t","customType":"x","data":"%s"}`+"\n", 1, strings.Repeat("x", 4000))
	n := 128 << 20 / len(line)
	r := repeated{largeHeader, line, int64(len(largeHeader) + n*len(line))}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := Read(r, 2)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if l.Len() != n+1 {
		t.Errorf("%d lines, want %d", l.Len(), n+1)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
		t.Errorf("128 MB took %d MB of memory", used>>20)
	}
}

// TestLongLine reads a record of 24 MB, which is many chunks long, and its neighbours.
func TestLongLine(t *testing.T) {
	src := largeHeader +
		`{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"user","content":"` + strings.Repeat("long ", 24<<20/5) + `"}}` + "\n" +
		`{"type":"message","id":"b","parentId":"a","timestamp":"t","message":{"role":"user","content":"short"}}` + "\n"
	for _, s := range []Source{memory(src), io.NewSectionReader(strings.NewReader(src), 0, int64(len(src)))} {
		l, err := Read(s, 2)
		if err != nil {
			t.Fatal(err)
		}
		if l.Len() != 3 || l.Kind(1) != KindMessage || l.Parent(2) != 1 {
			t.Errorf("%d lines, kind %v, parent %d", l.Len(), l.Kind(1), l.Parent(2))
		}
	}
}
