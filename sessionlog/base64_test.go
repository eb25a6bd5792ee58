package sessionlog

import (
	"bytes"
	"strings"
	"testing"
)

// TestBase64 puts each byte in each place of texts of several lengths.
func TestBase64(t *testing.T) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for _, n := range []int{0, 1, 63, 64, 65, 128, 200} {
		whole := []byte(strings.Repeat(letters, 4)[:n])
		if !base64Only(whole) {
			t.Fatalf("%d letters are taken for something else", n)
		}
		for at := range whole {
			for c := range 256 {
				b := bytes.Clone(whole)
				b[at] = byte(c)
				if got, want := base64Only(b), strings.IndexByte(letters, byte(c)) >= 0; got != want {
					t.Fatalf("byte %#x at %d of %d: %v", c, at, n, got)
				}
			}
		}
	}
	for text, want := range map[string]bool{"": true, "AA==": true, "AAA=": true, "AAAA": true, "A===": false, "====": false, "AAA": false, "AA=A": false} {
		if isBase64([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
