//go:build !purego

package sessionlog

import "golang.org/x/sys/cpu"

// wideMarks says whether this processor has the registers that markBlocks needs.
var wideMarks = cpu.X86.HasAVX2

// markBlocks fills n marks for n blocks of 64 bytes at src. carry is 1 when the
// byte before them is a backslash that escapes the first one; it returns the same
// for what follows, then something but 0 when any mark has a uni bit, and when any
// byte is beyond ASCII.
//
//go:noescape
func markBlocks(dst *marks, src *byte, n int, carry uint64) (next, unicode, wide uint64)

// base64Blocks reports whether n blocks of 64 bytes at src hold letters of base64 only.
//
//go:noescape
func base64Blocks(src *byte, n int) bool
