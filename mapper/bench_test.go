package mapper

import (
	"bytes"
	"path/filepath"
	"testing"
)

// BenchmarkOutline maps each source of testdata/maps, repeated up to a megabyte, so
// that the speed of every language stands beside the others.
func BenchmarkOutline(b *testing.B) {
	sources(b, func(name string, src []byte) {
		large := bytes.Repeat(append(src, '\n'), 1<<20/(len(src)+1)+1)
		b.Run(filepath.Base(name), func(b *testing.B) {
			b.SetBytes(int64(len(large)))
			b.ReportAllocs()
			for b.Loop() {
				outline(b, name, large)
			}
		})
	})
}
