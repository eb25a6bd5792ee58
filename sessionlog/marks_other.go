//go:build !amd64 || purego

package sessionlog

// wideMarks is false: strings are read eight bytes at a time.
const wideMarks = false

func markBlocks(*marks, *byte, int, uint64) (next, unicode, wide uint64) { panic("unreachable") }

func base64Blocks(*byte, int) bool { panic("unreachable") }
