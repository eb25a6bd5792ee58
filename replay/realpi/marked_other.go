//go:build !linux

package realpi

// endMarked finds nothing: only Linux shows the environment of a process in a
// place that can be read without help. What left the group of its run goes on.
func endMarked(string) int { return 0 }
