// Package integrity states the rules that a session must obey and reports where
// one does not hold.
//
// A [Rule] is a value. Its Check looks at a [Pass], which holds a parsed
// session, and reports findings; it never writes, prints or decides an exit
// status. A [Finding] promises that the problem is real; a [Fix] promises that
// it is safe, as operations on the session that was checked.
//
// Rules stand in layers: lines, header, tree, calls, pairs and so on. A rule may
// assume that the layers below its own are sound, so [Check] stops behind the
// first layer that has something to repair. Repairing that, and checking anew,
// leads to a fixed point.
//
// Which shapes break a session is known from pi's code and from the providers:
// pi (0.69 and later) answers open calls itself when it sends, and passes every
// result on as it stands. So an unanswered call is a warning; a result that is
// early, late, doubled or without its call is refused with HTTP 400.
package integrity
