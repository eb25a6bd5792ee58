package mapper

import (
	"bytes"
	"path/filepath"
	"testing"
)

// BenchmarkOutline maps a megabyte of each source of testdata/maps.
func BenchmarkOutline(b *testing.B) {
	sources(b, func(name string, src []byte) {
		b.Run(filepath.Base(name), func(b *testing.B) {
			text := bytes.Repeat(src, 1<<20/len(src)+1)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Outline(name, text, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}
