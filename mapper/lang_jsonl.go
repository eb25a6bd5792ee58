package mapper

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// recordKinds are the keys whose values say what sort of record a line is, the best
// first.
var recordKinds = []string{"type", "event", "kind", "role", "level", "severity", "action", "op", "method", "name"}

const (
	recordRuns   = 400 // rows of records of one sort that are listed
	recordBlocks = 20  // stretches of a file whose records are all alike
)

// A recordRun is a row of lines of one sort.
type recordRun struct {
	what        string
	first, last int
	n           int
}

// scanJSONL lists the records of a file that holds one in each line, or the turns of a
// session of pi.
func scanJSONL(f *file) {
	if isSession(f.text) {
		f.language = "Pi Session"
		scanSession(f)
		return
	}
	var runs []recordRun
	total, schema := 0, ""
	for n := 1; n <= f.count(); n++ {
		line := strings.TrimSpace(f.lineText(n))
		if line == "" {
			continue
		}
		total++
		if schema == "" {
			schema = recordKeys(line)
		}
		what := recordKind(line)
		if k := len(runs) - 1; k >= 0 && runs[k].what == what {
			runs[k].last, runs[k].n = n, runs[k].n+1
			continue
		}
		runs = append(runs, recordRun{what, n, n, 1})
	}
	if total == 0 {
		return
	}
	text := count(total, "record") + schema
	f.add(0, Symbol{Name: "records", Kind: "records", Signature: text, Label: text, First: runs[0].first, Last: runs[len(runs)-1].last})
	if len(runs) > recordRuns || len(runs) == 1 && total > recordBlocks {
		f.recordBlocks(runs)
		return
	}
	for _, r := range runs {
		f.record(r)
	}
}

// record lists one row of records of a sort.
func (f *file) record(r recordRun) {
	s := Symbol{Name: r.what, Kind: "records", First: r.first, Last: r.last}
	if r.n > 1 {
		s.Label = r.what + " ×" + group(r.n)
	} else {
		s.Signature = r.what + ": " + cut(strings.TrimSpace(f.lineText(r.first)), maxDoc)
	}
	f.add(1, s)
}

// recordBlocks lists stretches of equal length, with the sorts that are in them.
func (f *file) recordBlocks(runs []recordRun) {
	last := f.count()
	size := max((last+recordBlocks-1)/recordBlocks, 1)
	k := 0
	for from := 1; from <= last; from += size {
		to, text := min(from+size-1, last), ""
		var kinds []string
		for ; k < len(runs) && runs[k].first <= to; k++ {
			if what := runs[k].what; len(kinds) < 5 && !strings.Contains(text+", ", ", "+what+", ") {
				text += ", " + what
				kinds = append(kinds, what)
			}
		}
		name := "lines " + group(from) + "-" + group(to)
		if len(kinds) == 0 || len(runs) == 1 {
			text = "  " + cut(strings.TrimSpace(f.lineText(from)), 60)
		}
		f.add(1, Symbol{Name: name, Kind: "records", Signature: name + ": " + text[2:], First: from, Last: to})
	}
}

// recordKeys words the keys of a record.
func recordKeys(line string) string {
	if !gjson.Valid(line) || line[0] != '{' {
		return ""
	}
	var keys []string
	gjson.Parse(line).ForEach(func(key, _ gjson.Result) bool {
		if len(keys) == 8 {
			keys = append(keys, "…")
			return false
		}
		keys = append(keys, cut(oneLine(key.Str), 40))
		return true
	})
	return " {" + strings.Join(keys, ", ") + "}"
}

// recordKind says what sort of record a line is.
func recordKind(line string) string {
	end := line[len(line)-1]
	switch {
	case line[0] == '{' && end == '}':
	case line[0] == '[' && end == ']':
		return "list"
	case line[0] == '{' || line[0] == '[':
		return "damaged"
	default:
		return "value"
	}
	what, best := "record", len(recordKinds)
	gjson.Parse(line).ForEach(func(key, value gjson.Result) bool {
		for i := range recordKinds[:best] {
			if recordKinds[i] == key.Str && value.Type == gjson.String && len(value.Str) < 60 {
				what, best = cut(oneLine(value.Str), 40), i
				break
			}
		}
		return best > 0
	})
	if what == "" {
		return "record"
	}
	return what
}

// isSession tells whether the first line that is not empty heads a session of pi.
func isSession(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	line, _, _ := strings.Cut(text, "\n")
	if !strings.Contains(line[:min(len(line), 4096)], `"session"`) {
		return false
	}
	return gjson.Get(line, "type").Str == "session" && gjson.Get(line, "id").Type == gjson.String
}

// tally counts words and tells them in the order in which they were met.
type tally struct {
	words  []string
	counts map[string]int
}

func (t *tally) add(word string) {
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	if t.counts[word] == 0 {
		t.words = append(t.words, word)
	}
	t.counts[word]++
}

// digest words a tally, such as read×3, bash×2.
func (t *tally) digest() string {
	var list []string
	for i, w := range t.words {
		if i == 6 {
			list = append(list, "…")
			break
		}
		if n := t.counts[w]; n > 1 {
			w += "×" + strconv.Itoa(n)
		}
		list = append(list, w)
	}
	return strings.Join(list, ", ")
}
