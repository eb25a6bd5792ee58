package integrity

import "github.com/pi-fix/pi-fix/sessionlog"

// memory is what rules have looked up before. A session can have a hundred
// thousand results behind one turn, and a walk or a read for each would never end.
type memory struct {
	turns      map[int]int               // by entry that is no turn: the live turn above it, by place
	names      map[int]map[string]string // by turn: the tools of its calls, by id
	results    map[sessionlog.Key][]int  // by call id: the results that name it
	models     map[*sessionlog.Log]*sessionlog.Models
	splits     map[int]split      // by first line: records on several lines
	wrapped    *bool              // whether lines are wrapped at a width
	keeps      map[int]bool       // compactions, and where what they keep begins
	replacing  []int              // the edits that have a content, nil when they were not looked for
	oldGemini  *bool              // whether a leaf goes on with a Gemini before the third
	lastResult map[int]int        // by result: the last one of its turn
	answers    *turnTable         // what is known of answers
	gone       gone               // what is known of lines that are lost
	numbered   *numbered          // what is named by numbers
	ends       map[int]refusalEnd // by entry: how the branch up to it ended, as to thinking
	family     *sessionlog.Family // who is whose child
	editors    map[int][]int      // by entry: the edits that replace its content, in force or not
	keepers    map[int][]int      // by entry: the compactions that keep from it on
}

// turnByPlace returns the live turn above a result that only results and what is
// silent parts from it, or -1.
func (p *Pass) turnByPlace(line int) int {
	if p.known.turns == nil {
		p.known.turns = map[int]int{}
	}
	turn, trail := -1, []int(nil)
	for i := p.Log.Parent(line); i >= 0 && len(trail) <= p.Log.Len(); i = p.Log.Parent(i) {
		if at, ok := p.known.turns[i]; ok {
			turn = at
			break
		}
		s := speech(p.Log, i)
		if s == assistant && !p.Log.Dead(i) {
			turn = i
		}
		if s == assistant || s == user {
			break
		}
		trail = append(trail, i)
	}
	for _, i := range trail {
		p.known.turns[i] = turn
	}
	return turn
}

// nameOfCall returns the tool that the call of a result names, "" when there is none.
func (p *Pass) nameOfCall(line int, id string) string {
	turn := p.turnByPlace(line)
	if turn < 0 {
		return ""
	}
	if p.known.names == nil {
		p.known.names = map[int]map[string]string{}
	}
	names, ok := p.known.names[turn]
	if !ok {
		names = map[string]string{}
		for _, c := range p.entry(turn).Calls() {
			names[c.ID] = c.Name
		}
		p.known.names[turn] = names
	}
	return names[id]
}

// hasResult reports whether any result of the session names the call.
func (p *Pass) hasResult(id string) bool { return len(p.resultsByID()[sessionlog.KeyOf(id)]) > 0 }

// resultsByID returns the results of the session by the call that they name.
func (p *Pass) resultsByID() map[sessionlog.Key][]int {
	if p.known.results == nil {
		p.known.results = map[sessionlog.Key][]int{}
		for i := range p.Log.Len() {
			if speech(p.Log, i) == result {
				k := p.Log.Refs(i)[0]
				p.known.results[k] = append(p.known.results[k], i)
			}
		}
	}
	return p.known.results
}

// resultsOf returns the results that stand in a turn and name a call of it.
func (p *Pass) resultsOf(turn int, id string) []int {
	var out []int
	for _, i := range p.resultsByID()[sessionlog.KeyOf(id)] {
		if p.turnByPlace(i) == turn {
			out = append(out, i)
		}
	}
	return out
}

// settings returns the model that a resume of a leaf uses.
func (p *Pass) settings(leaf int) sessionlog.Settings { return p.settingsIn(p.Log, leaf) }

// settingsIn does that for the session, or for what it was before its repair.
func (p *Pass) settingsIn(log *sessionlog.Log, leaf int) sessionlog.Settings {
	if p.known.models[log] == nil {
		if p.known.models == nil {
			p.known.models = map[*sessionlog.Log]*sessionlog.Models{}
		}
		p.known.models[log] = sessionlog.NewModels(log)
	}
	s, err := p.known.models[log].Of(leaf)
	if err != nil {
		p.fail(err)
	}
	return s
}
