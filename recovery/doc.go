// Package recovery turns findings into a repaired session and replaces the file
// safely.
//
// [Prepare] works in rounds. A round checks the session, takes the fixes of the
// lowest layer that has any, lays them over the source as a patch, and the next
// round judges the patched session anew, until nothing is left to fix. No round
// copies the file, and none writes anything: the outcome is a value that can be
// shown, checked, replayed, and only then written.
//
// With [Append] the plan keeps every byte and adds what makes pi resume the
// repaired context; the rewrite is still worked out, since it says what that is.
//
// [Replace] writes it: backup by hard link, new file beside the old one, sync,
// one more look at the old one, rename. At any instant, after any crash, the
// session is either as it was or as it was meant to be.
package recovery
