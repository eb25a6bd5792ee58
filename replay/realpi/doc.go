// Package realpi installs pinned versions of the coding agent pi and runs one
// of them, alone and without a network of its own, on a copy of a session.
//
// It is the referee of package replay: what replay says pi would send is
// compared with what pi does send, and a session that a fake provider accepts
// from replay must be accepted from pi too. It shares no code with either.
//
// A [Cache] is a folder that holds installed versions; [Cache.Install] fills
// it with npm and gives a [Pi]. [Open] wraps a pi that somebody else installed.
// [Pi.Run] starts it once with a [Job] and reports an [Outcome]. The session
// itself is never touched, and pi sees neither the user's settings nor any key:
// its configuration lives in a [Home], a folder made for the one run.
//
// [Pi.Follow] does the same and hands on what pi tells while it runs. The function
// [Follow] does so for any command that prints in JSON mode, also for a pi with the
// user's own configuration, and sees to it that no process stays behind.
package realpi
