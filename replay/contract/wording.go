package contract

import (
	"fmt"
	"iter"
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
)

func (c *Contract) violation(clause *Clause, stage int, at js.Value, args []any) Violation {
	v := Violation{
		Clause: clause, Pointer: Pointer(at.Pointer()), Message: clause.Text, Param: clause.Param, Code: clause.Code,
		ByPi: clause.ByPi != nil && clause.ByPi(at), stage: stage, offset: at.Offset(),
	}
	if strings.Contains(v.Message, "{") || strings.Contains(v.Param, "{") || strings.Contains(v.Code, "{") {
		holes := c.holes(clause, at, args)
		v.Message, v.Param, v.Code = fill(v.Message, holes), fill(v.Param, holes), fill(v.Code, holes)
	}
	return v
}

// holes returns what goes into the holes of a clause's texts.
func (c *Contract) holes(clause *Clause, at js.Value, args []any) map[string]string {
	holes := map[string]string{}
	if c.Holes != nil {
		holes = c.Holes(at)
	}
	for n, i := range at.Indexes() {
		if n < 3 {
			holes["ijk"[n:n+1]] = fmt.Sprint(i)
		}
	}
	for _, text := range []string{clause.Text, clause.Param, clause.Code} {
		for name := range holesOf(text) {
			if _, known := holes[name]; known || len(args) == 0 {
				continue
			}
			holes[name], args = fmt.Sprint(args[0]), args[1:]
		}
	}
	return holes
}

// holesOf walks the names of the holes in a text. A name is made of letters;
// other braces, as in a pattern, are text.
func holesOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, rest, open := strings.Cut(text, "{")
			name, after, closed := strings.Cut(rest, "}")
			if !open || !closed {
				return
			}
			if !isHole(name) {
				text = rest
				continue
			}
			if !yield(name) {
				return
			}
			text = after
		}
	}
}

// fill puts the values into the holes of a text in one pass, so that a value
// which looks like a hole stays as it is. A hole without a value stays too.
func fill(text string, holes map[string]string) string {
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		b.WriteString(before)
		if !open {
			return b.String()
		}
		value, known := holes[name]
		if !closed || !known {
			b.WriteByte('{')
			text = rest
			continue
		}
		b.WriteString(value)
		text = after
	}
}

func isHole(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""
}
