package recovery

import (
	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// callFinder finds the calls that results answer. It reads a turn once for results
// that are asked about one after the other.
type callFinder struct {
	log     *sessionlog.Log
	turns   []int32                 // the turn that each line belongs to, -1 for none
	calls   map[string]gjson.Result // of the turn at hand, blocks by id
	callsOf int
}

func findCalls(log *sessionlog.Log) callFinder {
	return callFinder{log: log, turns: turnsOf(log), callsOf: -1}
}

// turnsOf returns the turn of an assistant that each line stands in or below.
func turnsOf(log *sessionlog.Log) []int32 {
	out := make([]int32, log.Len())
	for line := range out {
		switch above := log.Parent(line); {
		case log.Role(line) == sessionlog.RoleAssistant:
			out[line] = int32(line)
		case above >= 0 && above < line:
			out[line] = out[above]
		default:
			out[line] = -1
		}
	}
	return out
}

// of returns the call with the id in the turn of a result.
func (f *callFinder) of(line int, id string) (call gjson.Result, ok bool, err error) {
	turn := int(f.turns[line])
	if turn < 0 {
		return call, false, nil
	}
	if f.callsOf != turn {
		e, err := f.log.Entry(turn)
		if err != nil {
			return call, false, err
		}
		f.calls, f.callsOf = map[string]gjson.Result{}, turn
		for _, b := range e.Get("message.content").Array() {
			if b.Get("type").String() == "toolCall" {
				f.calls[b.Get("id").String()] = b
			}
		}
	}
	call, ok = f.calls[id]
	return call, ok, nil
}
