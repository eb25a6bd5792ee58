package integrity

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentImageBetween = &Rule{
	ID: "content-image-between",
	Doc: `an image parts the results of a turn

Gemini before its third generation takes no image inside of a result, so pi sends it in
a message behind that. When another result of the turn follows, the results are no
longer as many as the calls: HTTP 400. The image goes into the last result of the turn,
and a note takes its place.`,
	Layer: Content, Severity: Error, Classes: []string{"P27"},
	Check: func(p *Pass) {
		between := map[int][]sessionlog.Picture{} // by the last result of a turn
		var lasts []int
		for _, at := range p.Log.AllPictures() {
			if speech(p.Log, at.Line) != result || !p.sent(at.Line) || !p.speaksOldGemini() {
				continue
			}
			if last := p.lastResult(at.Line); last != at.Line {
				if between[last] == nil {
					lasts = append(lasts, last)
				}
				between[last] = append(between[last], at)
			}
		}
		for _, last := range lasts {
			p.reportBetween(last, between[last])
		}
	},
}

// speaksOldGemini reports whether some leaf goes on with a model that takes no images in
// results.
func (p *Pass) speaksOldGemini() bool {
	if p.known.oldGemini == nil {
		old, name := false, regexp.MustCompile(`(?i)^gemini-(live-)?[12](\D|$)`)
		for _, leaf := range p.Log.Leaves() {
			s := p.settings(leaf)
			old = old || strings.HasPrefix(s.API, "google-") && name.MatchString(s.Model)
		}
		p.known.oldGemini = &old
	}
	return *p.known.oldGemini
}

// lastResult returns the last result of the turn that a result stands in, or the result
// itself where the branch parts before that.
func (p *Pass) lastResult(line int) int {
	if p.known.lastResult == nil {
		p.known.lastResult = p.lastResults()
	}
	if last, ok := p.known.lastResult[line]; ok {
		return last
	}
	return line
}

// lastResults goes through results, and what is silent between them, from the last to
// the first: a result is the last one unless another one follows, and nothing else does.
func (p *Pass) lastResults() map[int]int {
	follows := map[int]int{} // by entry: the one that follows it, -1 where several do
	var line []int
	p.Log.Walk(func(i int) {
		s := speech(p.Log, i)
		if s == result || s == silent || s == editor {
			line = append(line, i)
		}
		at := p.Log.Parent(i)
		if _, more := follows[at]; more {
			i = -1
		}
		follows[at] = i
	}, func(int) {})
	out := map[int]int{}
	for _, i := range slices.Backward(line) {
		last := -1
		if next, ok := follows[i]; ok && next >= 0 {
			if below, ok := out[next]; ok {
				last = below
			}
		}
		if last < 0 && speech(p.Log, i) == result {
			last = i
		}
		out[i] = last
	}
	return out
}

func (p *Pass) reportBetween(last int, images []sessionlog.Picture) {
	e := p.entry(last)
	content, ok := e.ValueSpan("message.content")
	if !ok || !e.Get("message.content").IsArray() {
		return // another rule makes a list of it first
	}
	var add strings.Builder
	var ops []sessionlog.Op
	f := Finding{Line: images[0].Line, Related: []int{last}}
	for _, at := range images {
		from := p.entry(at.Line)
		if from.Get("message.content").IsArray() {
			ops = append(ops, replace(at.Line, at.Span, textBlock("[The image stands in the last result of this turn.]")))
			fmt.Fprintf(&add, ",%s,%s", textBlock("[The image of the result of "+from.Get("message.toolName").String()+" above:]"), p.bytes(at.Span))
		}
	}
	if len(ops) == 0 {
		return
	}
	text := add.String()
	if len(e.Get("message.content").Array()) == 0 {
		text = text[1:]
	}
	end := sessionlog.Span{Start: content.End - 1, End: content.End - 1}
	f.Message = fmt.Sprintf("%s between the results of a turn, where this Gemini takes none", plural2(len(ops), "image stands", "images stand"))
	them := "them"
	if len(ops) == 1 {
		them = "it"
	}
	f.Fixes = []Fix{{Message: fmt.Sprintf("put %s into the last result (line %d)", them, p.Number(last)), Ops: append(ops, replace(last, end, text))}}
	p.Report(f)
}
