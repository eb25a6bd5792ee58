package sessionlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// benchText returns about n bytes of session with the mix of a coding session:
// prose, code with many escapes, calls and results. PI_FIX_BENCH names a real
// session to be used in its place.
func benchText(b testing.TB, n int) []byte {
	if name := os.Getenv("PI_FIX_BENCH"); name != "" {
		src, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		return src
	}
	var out bytes.Buffer
	out.WriteString(`{"type":"session","version":3,"id":"bench","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/tmp"}` + "\n")
	code := strings.Repeat(`func f(s string) error {\n\treturn fmt.Errorf(\"%s: %w\", s, err)\n}\n`, 6)
	parent := "null"
	for i := 0; out.Len() < n; i++ {
		id := func(k int) string { return fmt.Sprintf(`"%08x"`, i*4+k) }
		head := func(k int) string {
			s := fmt.Sprintf(`{"type":"message","id":%s,"parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z","message":`, id(k), parent)
			parent = id(k)
			return s
		}
		fmt.Fprintf(&out, `%s{"role":"user","content":[{"type":"text","text":"question %d, please look at the file"}],"timestamp":1}}`+"\n", head(0), i)
		fmt.Fprintf(&out, `%s{"role":"assistant","content":[{"type":"text","text":"%s"},{"type":"toolCall","id":"toolu_%d","name":"read","arguments":{"path":"a.go"}}],"usage":{"input":1,"output":2,"totalTokens":3,"cost":{"total":0.0125}},"stopReason":"toolUse","timestamp":2}}`+"\n", head(1), code[:len(code)/6], i)
		fmt.Fprintf(&out, `%s{"role":"toolResult","toolCallId":"toolu_%d","toolName":"read","content":[{"type":"text","text":"%s"}],"isError":false,"timestamp":3}}`+"\n", head(2), i, strings.Repeat(code, 4))
	}
	return out.Bytes()
}

// BenchmarkLine parses line by line, next to two validators that extract
// nothing: gjson and encoding/json.
func BenchmarkLine(b *testing.B) {
	src := benchText(b, 8<<20)
	lines := bytes.Split(bytes.TrimSuffix(src, []byte("\n")), []byte("\n"))
	run := func(name string, f func(line []byte) bool) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				for _, l := range lines {
					if !f(l) {
						b.Fatal("not valid")
					}
				}
			}
		})
	}
	var x extractor
	var r record
	run("pi-fix", func(l []byte) bool {
		x.refs = x.refs[:0]
		x.line(l, &r)
		return r.kind >= KindHeader
	})
	run("gjson.ValidBytes", gjson.ValidBytes)
	run("json.Valid", json.Valid)
}

// BenchmarkParse indexes a whole session.
func BenchmarkParse(b *testing.B) {
	src := benchText(b, 32<<20)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}

// TestLineAllocates holds the parse to no allocation a line.
func TestLineAllocates(t *testing.T) {
	var x extractor
	var r record
	lines := bytes.Split(benchText(t, 1<<16), []byte("\n"))
	n := testing.AllocsPerRun(10, func() {
		x.refs = x.refs[:0]
		for _, l := range lines {
			x.line(l, &r)
		}
	})
	if n > 0 {
		t.Errorf("%v allocations for %d lines, want none", n, len(lines))
	}
}
