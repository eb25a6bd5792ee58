package integrity

// missing is calls of a turn that have no result when it is closed.
type missing struct {
	turn  int
	calls []int // indexes in the turn's calls
	at    int   // the entry that closes the turn, or the leaf it stays open at
	leaf  bool
}

// stray is a result that does not stand in the open turn of its call.
type stray struct {
	line  int
	cause cause
	turn  int // the turn of its call, -1 when there is none
	call  int // index in the turn's calls
	first int // the result that answered the call already
	at    int // the entry that closed the turn
	comp  int // the compaction that cut the call off
}

type cause uint8

const (
	orphan    cause = iota // its call is nowhere near
	elsewhere              // its call is on another branch
	astray                 // its call is on another branch and has no result there
	dead                   // its turn ended in an error or was aborted
	double                 // its call has a result
	late                   // the turn was closed before it
	early                  // its call comes later
	cutOff                 // a compaction cut its call off
)

// cutPair is a compaction that keeps results without their call.
type cutPair struct{ comp, turn, first int }

// reuse is a call whose id an earlier call on the branch has.
type reuse struct{ turn, call, earlier int }

// editedResult is a result whose turn an edit removed.
type editedResult struct{ edit, turn, line int }
