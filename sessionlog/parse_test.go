package sessionlog

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func corpusDir(t testing.TB) string {
	dir := filepath.Join("..", "..", "shared", "corpus", "sessions")
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("PI_FIX_REQUIRE_CORPUS") != "" {
			t.Fatalf("the public sessions are not beside the project: %v", err)
		}
		t.Skipf("the public sessions are not beside the project: %v", err)
	}
	return dir
}

// TestLinesTileCorpus compares every line of the public sessions with
// encoding/json's verdict and checks that the spans tile the file.
func TestLinesTileCorpus(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(corpusDir(t), "*.jsonl"))
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		l := Parse(src)
		if got := join(t, l); !bytes.Equal(got, src) {
			t.Errorf("%s: the lines do not tile the file", name)
		}
		for i := range l.Len() {
			b, _ := l.Bytes(l.Body(i))
			valid := json.Valid(b)
			if valid != (l.Kind(i) >= KindScalar) {
				t.Errorf("%s:%d: kind %v, json.Valid %v", name, i+1, l.Kind(i), valid)
			}
		}
		for _, leaf := range l.Leaves() {
			if _, err := l.Messages(leaf); err != nil {
				t.Error(err)
			}
		}
	}
}

func join(t *testing.T, l *Log) []byte {
	t.Helper()
	var got []byte
	for i := range l.Len() {
		b, err := l.Bytes(l.Span(i))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, b...)
	}
	return got
}

// TestVersion compares versions as JavaScript does; what is expected was computed by node
// with the expression of pi's migration, (version ?? 1) < n.
func TestVersion(t *testing.T) {
	for value, want := range map[string]int{
		`3`: 3, `2`: 2, `9`: 3, `0`: 1, `1.9`: 1, `-5`: 1, `null`: 1, `true`: 1, `false`: 1, `{}`: 3, `[]`: 1, `[2]`: 2, `["3"]`: 3,
		`[null]`: 1, `[true]`: 3, `[1,2]`: 3, `"3"`: 3, `" 2 "`: 2, `""`: 1, `"x"`: 3, `"1e0"`: 1, `"Infinity"`: 3,
		`[[[["2"]]]]`: 2, strings.Repeat("[", 9_000_000) + strings.Repeat("]", 9_000_000): 3,
	} {
		log := Parse([]byte(`{"type":"session","version":` + value + `,"id":"s"}`))
		if got := log.Version(); got != want {
			t.Errorf("version %.30s: taken for %d, want %d", value, got, want)
		}
	}
}
