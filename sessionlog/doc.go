// Package sessionlog reads the session files of the coding agent pi without
// losing a byte, gives typed views on them, and applies edits.
//
// A session is a file of lines. [Parse] and [Open] never fail on damage: a
// damaged line is a kind of line, and the lines tile the input exactly. What
// the parse keeps of a line is a small record of numbers without pointers;
// everything else is read again from the source by its span when somebody asks
// for it, so memory grows with the number of lines and not with their length.
//
// The entries of a session form a tree by id and parentId. [Log.Leaves] are
// its ends, [Log.Branch] is the way from the root to one of them, and
// [Log.Messages] is the context that pi builds for a leaf: latest compaction,
// kept range, context edits and branch summaries applied.
//
// The parse is never changed. [Edit] values stand beside it, a [Patch] is a
// set of them laid over a source, and a [Surgery] turns operations on the tree
// (drop, move, insert, relink) into edits.
package sessionlog
