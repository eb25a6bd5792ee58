package mapper

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// A sessionScan lists the turns of a session of pi, each with its tool calls.
type sessionScan struct {
	*file
	nr    int
	last  int
	stats [len(sessionStats)]int
	turn  int // the symbol of the open turn, or -1
	text  string
	calls tally
	fails int
	// lines are those of the entries by their ids, prev is the id of the last entry.
	lines map[string]int
	prev  string
}

var sessionStats = [...]string{"user message", "answer", "tool result", "compaction", "branch summary", "model change"}

func scanSession(f *file) {
	s := sessionScan{file: f, turn: -1, lines: map[string]int{}}
	stats := -1
	for s.nr = 1; s.nr <= f.count(); s.nr++ {
		line := strings.TrimSpace(f.lineText(s.nr))
		if line == "" {
			continue
		}
		if stats < 0 {
			stats = s.header(line)
		} else {
			s.entry(line)
		}
		s.last = s.nr
	}
	s.end(s.last)
	var parts []string
	for i, n := range s.stats {
		if n > 0 {
			parts = append(parts, count(n, sessionStats[i]))
		}
	}
	text := "Stats: " + strings.Join(parts, ", ")
	f.nodes[stats].Label, f.nodes[stats].Signature, f.nodes[stats].Last = text, text, s.last
	if len(parts) == 0 {
		f.nodes = f.nodes[:stats]
	}
}

// header lists the first line and returns where the counts are to be put.
func (s *sessionScan) header(line string) int {
	h := gjson.Parse(line)
	name := oneLine(h.Get("cwd").Str)
	if name == "" {
		name = h.Get("id").Str
	}
	text := "Pi Session: " + name
	if t := h.Get("timestamp").Str; len(t) >= 16 {
		text += " (" + strings.Replace(t[:16], "T", " ", 1) + " UTC)"
	}
	s.add(0, Symbol{Name: name, Kind: "session", Signature: text, Label: text, First: s.nr, Last: s.nr})
	return s.add(0, Symbol{Name: "stats", Kind: "stats", First: s.nr})
}

// entry reads one line behind the header.
func (s *sessionScan) entry(line string) {
	if line[0] != '{' || line[len(line)-1] != '}' {
		s.mark("damaged", "[Damaged]")
		return
	}
	e := gjson.GetMany(line, "type", "id", "parentId")
	id, parent := e[1].Str, e[2].Str
	from := 0
	if parent != s.prev && parent != "" {
		from = s.lines[parent]
	}
	if id != "" {
		s.lines[id], s.prev = s.nr, id
	}
	switch e[0].Str {
	case "message":
		s.message(gjson.Get(line, "message"), from)
	case "compaction":
		s.stats[3]++
		s.end(s.nr - 1)
		s.add(0, Symbol{Name: "compaction", Kind: "compaction", Signature: "[Compaction]", Label: "[Compaction]", First: s.nr, Last: s.nr})
	case "branch_summary":
		s.stats[4]++
		s.end(s.nr - 1)
		s.add(0, Symbol{Name: "branch summary", Kind: "summary", Signature: "[Branch Summary]", Label: "[Branch Summary]", First: s.nr, Last: s.nr})
	case "model_change":
		s.stats[5]++
		m := gjson.GetMany(line, "provider", "modelId")
		s.mark(m[1].Str, "[Model] "+m[0].Str+"/"+m[1].Str)
	case "session_info":
		name := gjson.Get(line, "name").Str
		s.mark(name, "[Session] "+name)
	}
}

// mark lists a line that is no turn, within the open turn.
func (s *sessionScan) mark(name, text string) {
	s.add(min(s.turn+1, 1), Symbol{Name: name, Kind: "entry", Signature: oneLine(text), Label: cut(oneLine(text), maxDoc), First: s.nr, Last: s.nr})
}

func (s *sessionScan) message(m gjson.Result, from int) {
	switch m.Get("role").Str {
	case "user":
		s.stats[0]++
		s.user(m, from)
	case "assistant":
		s.stats[1]++
		m.Get("content").ForEach(func(_, part gjson.Result) bool {
			if part.Get("type").Str == "toolCall" {
				s.call(part)
			}
			return true
		})
		if s.turn >= 0 && m.Get("stopReason").Str == "error" {
			s.mark("error", "[Error] "+cut(m.Get("errorMessage").Str, maxDoc))
		}
	case "toolResult":
		s.stats[2]++
		if m.Get("isError").Bool() {
			s.fails++
		}
	}
}

// user begins a turn.
func (s *sessionScan) user(m gjson.Result, from int) {
	s.end(s.nr - 1)
	text := m.Get("content").Str
	m.Get("content").ForEach(func(_, part gjson.Result) bool {
		if text == "" && part.Get("type").Str == "text" {
			text = part.Get("text").Str
		}
		return text == ""
	})
	text = cut(oneLine(text[:min(len(text), 8*maxText)]), maxDoc)
	if text == "" {
		text = "no text"
	}
	s.text = "[User] " + text
	if from > 0 {
		s.text += " (goes on from line " + strconv.Itoa(from) + ")"
	}
	s.turn = s.add(0, Symbol{Name: text, Kind: "turn", First: s.nr})
}

// call lists a tool call by what it is about.
func (s *sessionScan) call(part gjson.Result) {
	name, about := oneLine(part.Get("name").Str), ""
	s.calls.add(name)
	part.Get("arguments").ForEach(func(_, v gjson.Result) bool {
		if v.Type == gjson.String {
			about = cut(oneLine(v.Str[:min(len(v.Str), 8*maxText)]), maxDoc)
		}
		return about == ""
	})
	s.add(min(s.turn+1, 1), Symbol{Name: name, Kind: "call", Signature: oneLine(name + " " + about), First: s.nr, Last: s.nr})
}

// end ends the open turn with what was called in it.
func (s *sessionScan) end(last int) {
	if s.turn >= 0 {
		n := &s.nodes[s.turn]
		n.Last = max(last, n.First)
		text := s.text
		if d := s.calls.digest(); d != "" {
			text += " — " + d
		}
		if s.fails > 0 {
			text += ", " + count(s.fails, "error")
		}
		n.Label, n.Signature = text, text
	}
	s.turn, s.calls, s.fails = -1, tally{}, 0
}
