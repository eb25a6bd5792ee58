package recovery

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/mapper"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// InlineOptions say which maps are put into the results of reads.
type InlineOptions struct {
	Sources
	// OnlyConvert makes no maps, and puts only those of messages in their place.
	OnlyConvert bool
	// Budget is what a map may take, in bytes; 0 is [mapper.DefaultBudget].
	Budget int
	// Off are names of languages of which no maps are made.
	Off []string
}

// Inline returns a rule, to be used in the place of that of the same id, for what an
// extension does better inside of results: reads that were cut off and have no map, maps
// in messages of their own, and messages that asked for reads which have been made since.
func Inline(o InlineOptions) []*integrity.Rule {
	r := *integrity.Find("map-apart")
	r.Severity = integrity.Warning
	r.Check = func(p *integrity.Pass) {
		n := &inliner{p: p, log: p.Log, o: o, taken: map[int]bool{}}
		p.Fail(n.run())
	}
	return []*integrity.Rule{&r}
}

// inliner is one look at a session.
type inliner struct {
	p     *integrity.Pass
	log   *sessionlog.Log
	o     InlineOptions
	reads map[int]*cutRead // by the line of the result
	order []*cutRead
	taken map[int]bool // reads that get the map of a message
	kids  map[int][]int
	turns []int32

	unruns []*integrity.UnrunCall
}

// cutRead is a result that shows a part of a file and has no map.
type cutRead struct {
	line int
	args gjson.Result
	file string
	time string
}

// name is the path as the model gave it.
func (r *cutRead) name() string { return integrity.PathOf(r.args) }

func (n *inliner) run() (err error) {
	if n.unruns, err = integrity.Unruns(n.log); err != nil {
		return err
	}
	if err := n.findReads(); err != nil {
		return err
	}
	for line := range n.log.Len() {
		for _, convert := range []func(int) error{n.convertMap, n.dropAsking} {
			if n.log.Role(line) != sessionlog.RoleCustom {
				continue
			}
			if err := convert(line); err != nil {
				return err
			}
		}
	}
	if n.o.OnlyConvert {
		return nil
	}
	return n.mapReads()
}

// findReads finds the results that want a map.
func (n *inliner) findReads() error {
	n.reads, n.turns = map[int]*cutRead{}, turnsOf(n.log)
	cwd := integrity.CwdOf(n.log)
	for line := range n.log.Len() {
		if n.log.Kind(line) != sessionlog.KindMessage || n.log.Role(line) != sessionlog.RoleToolResult {
			continue
		}
		e, err := n.log.Entry(line)
		if err != nil {
			return err
		}
		msg := e.Get("message")
		if msg.Get("toolName").String() != "read" || msg.Get("isError").Bool() || hasMap(msg) {
			continue
		}
		args, ok, err := n.callOf(line, msg.Get("toolCallId").String())
		if err != nil {
			return err
		}
		r := mapper.Read{Name: integrity.PathOf(args), Limited: windowOf(args) != readWindow{}, Result: msg.Get("content.0.text").String()}
		if cut := msg.Get("details.truncation.truncated"); cut.Exists() {
			was := cut.Bool()
			r.Truncated = &was
		}
		if file := integrity.FileOf(cwd, r.Name); ok && file != "" && r.WantsMap() {
			n.reads[line] = &cutRead{line, args, file, e.Time()}
			n.order = append(n.order, n.reads[line])
		}
	}
	return nil
}

// hasMap reports whether a result has a map behind what read returned, or is one that
// holds nothing but a map.
func hasMap(msg gjson.Result) bool {
	for i, b := range msg.Get("content").Array() {
		if i > 0 && strings.Contains(b.Get("text").String(), integrity.MapMark) {
			return true
		}
	}
	return msg.Get("details.piFix.filled.partial").Bool()
}

// callOf returns the arguments of the call that a result answers.
func (n *inliner) callOf(line int, id string) (args gjson.Result, ok bool, err error) {
	turn := int(n.turns[line])
	if turn < 0 {
		return args, false, nil
	}
	e, err := n.log.Entry(turn)
	if err != nil {
		return args, false, err
	}
	for _, b := range e.Get("message.content").Array() {
		if b.Get("type").String() == "toolCall" && b.Get("id").String() == id {
			return b.Get("arguments"), true, nil
		}
	}
	return args, false, nil
}

// convertMap puts the map of a message into the read above it that it belongs to.
func (n *inliner) convertMap(line int) error {
	typ, text, err := integrity.CustomText(n.log, line)
	if err != nil || typ != integrity.MapType || !strings.Contains(text, integrity.MapMark) {
		return err
	}
	f := integrity.Finding{Line: line, Message: "a map stands in a message of its own"}
	name := mappedName(text)
	for at := n.log.Parent(line); at >= 0 && at < line; at = n.log.Parent(at) {
		r := n.reads[at]
		if r == nil || n.taken[at] || path.Base(r.file) != name {
			continue
		}
		n.taken[at], f.Related = true, []int{at}
		if f.Fixes, err = n.moveMap(line, at, name, text); err != nil {
			return err
		}
		break
	}
	n.p.Report(f)
	return nil
}

// moveMap is the fix that puts the map of a message into a read. Between two answers a
// word stays in the message's place: some services refuse an answer behind an answer.
func (n *inliner) moveMap(line, read int, name, text string) ([]integrity.Fix, error) {
	e, err := n.log.Entry(read)
	if err != nil {
		return nil, err
	}
	f := integrity.Fix{Message: fmt.Sprintf("put the map of %q into the read in line %d", name, read+1),
		Ops: []sessionlog.Op{appendText(e, text)}}
	if !n.between(line) {
		f.Ops = append(f.Ops, sessionlog.Op{Act: sessionlog.Drop, Line: line})
		return []integrity.Fix{f}, nil
	}
	f.Message += ", and leave a word between the answers"
	if e, err = n.log.Entry(line); err != nil {
		return nil, err
	}
	word := sessionlog.Quote(fmt.Sprintf("[The map of %s stands in the result of its read.]", name))
	edit := e.Set("content", word)
	if n.log.Kind(line) == sessionlog.KindMessage {
		edit = e.SetIn("message", "content", word)
	}
	f.Ops = append(f.Ops, sessionlog.Op{Act: sessionlog.Replace, Line: line, Edit: edit})
	return []integrity.Fix{f}, nil
}

// mappedName is the name in the frame of a map.
func mappedName(text string) string {
	_, rest, _ := strings.Cut(text, integrity.MapMark)
	name, _, _ := strings.Cut(rest, "\n")
	return path.Base(strings.TrimSpace(name))
}

// between reports whether a message keeps two answers apart. Of several in a row it is
// the last one that does: the others may go.
func (n *inliner) between(line int) bool {
	above := n.log.Parent(line)
	for above >= 0 && above < line && (!speaks(n.log, above) || n.sent(above)) {
		above = n.log.Parent(above)
	}
	if above < 0 || n.log.Role(above) != sessionlog.RoleAssistant {
		return false
	}
	return slices.ContainsFunc(n.next(line), func(l int) bool { return n.log.Role(l) == sessionlog.RoleAssistant })
}

// sent reports whether the extension sent a message.
func (n *inliner) sent(line int) bool {
	typ, _, err := integrity.CustomText(n.log, line)
	return err == nil && (typ == integrity.MapType || typ == integrity.RecoveryType)
}

// speaks reports whether an entry is in the request.
func speaks(log *sessionlog.Log, line int) bool {
	r := log.Role(line)
	return r != sessionlog.RoleNone && r != sessionlog.RoleSystem && !log.Dead(line) && !log.Has(line, sessionlog.Silent)
}

// next returns the entries that speak next below one, one for each branch.
func (n *inliner) next(line int) (out []int) {
	if n.kids == nil {
		n.kids = map[int][]int{}
		for i := range n.log.Len() {
			if p := n.log.Parent(i); p >= 0 && n.log.IsEntry(i) {
				n.kids[p] = append(n.kids[p], i)
			}
		}
	}
	for open := slices.Clone(n.kids[line]); len(open) > 0; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if speaks(n.log, at) {
			out = append(out, at)
		} else if at > line {
			open = append(open, n.kids[at]...)
		}
	}
	return out
}

// dropAsking takes a message away that asked for reads, once all of them were made or
// filled in.
func (n *inliner) dropAsking(line int) error {
	typ, text, err := integrity.CustomText(n.log, line)
	if err != nil || typ != integrity.RecoveryType {
		return err
	}
	if n.between(line) {
		return nil
	}
	above := map[int]bool{}
	for _, l := range n.log.Branch(line) {
		above[l] = true
	}
	asks := strings.Split(text, "\n")
	for _, u := range n.unruns {
		if u.Read() && u.Lost && above[u.Line] && slices.Contains(asks, asking(u)) {
			return nil
		}
	}
	n.p.Report(integrity.Finding{Line: line, Message: "the reads that this message asks for have been made", Fixes: []integrity.Fix{{
		Message: "take the message out", Lossy: true, Ops: []sessionlog.Op{{Act: sessionlog.Drop, Line: line}}}}})
	return nil
}

// appendText adds a block of text to the content of a result.
func appendText(e sessionlog.Entry, text string) sessionlog.Op {
	at, _ := e.ValueSpan("message.content")
	end := sessionlog.Span{Start: at.End - 1, End: at.End - 1}
	return sessionlog.Op{Act: sessionlog.Replace, Line: e.Line, Edit: sessionlog.Edit{Span: end, New: []byte("," + strings.Trim(textBlocks(text), "[]"))}}
}
