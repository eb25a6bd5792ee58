package recovery

import (
	"errors"
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
	reads map[int]*readResult // by the line of the result
	order []*readResult       // those that want a map
	taken map[int]bool        // reads that get the map of a message
	kids  map[int][]int

	unruns []*integrity.UnrunCall
}

// readResult is a result of read that shows something of a file.
type readResult struct {
	line  int
	args  gjson.Result
	file  string
	time  string
	maps  []string // what stands behind what read returned
	wants bool     // it shows a part, and has no map
}

// name is the path as the model gave it.
func (r *readResult) name() string { return integrity.PathOf(r.args) }

func (n *inliner) run() (err error) {
	if n.unruns, err = integrity.Unruns(n.log); err != nil {
		return err
	}
	if err := n.findReads(); err != nil {
		return err
	}
	for line := range n.log.Len() {
		if n.log.Role(line) != sessionlog.RoleCustom {
			continue
		}
		if err := errors.Join(n.convertMap(line), n.dropAsking(line)); err != nil {
			return err
		}
	}
	if n.o.OnlyConvert {
		return nil
	}
	return n.mapReads()
}

// findReads finds the results of reads.
func (n *inliner) findReads() error {
	n.reads = map[int]*readResult{}
	calls := findCalls(n.log)
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
		if msg.Get("toolName").String() != "read" || msg.Get("isError").Bool() {
			continue
		}
		call, ok, err := calls.of(line, msg.Get("toolCallId").String())
		if err != nil {
			return err
		}
		args := call.Get("arguments")
		file := integrity.FileOf(cwd, integrity.PathOf(args))
		if !ok || file == "" {
			continue
		}
		r := &readResult{line: line, args: args, file: file, time: e.Time(), maps: mapsOf(msg)}
		r.wants = len(r.maps) == 0 && !msg.Get("details.piFix.filled.partial").Bool() && wantsMap(args, msg)
		if n.reads[line] = r; r.wants {
			n.order = append(n.order, r)
		}
	}
	return nil
}

// wantsMap reports whether a result shows the beginning of a file that is longer.
func wantsMap(args, msg gjson.Result) bool {
	r := mapper.Read{Name: integrity.PathOf(args), Limited: windowOf(args) != readWindow{}, Result: msg.Get("content.0.text").String()}
	if cut := msg.Get("details.truncation.truncated"); cut.Exists() {
		was := cut.Bool()
		r.Truncated = &was
	}
	return r.WantsMap()
}

// mapsOf returns the maps behind what read returned.
func mapsOf(msg gjson.Result) (out []string) {
	for i, b := range msg.Get("content").Array() {
		if text := b.Get("text").String(); i > 0 && strings.Contains(text, integrity.MapMark) {
			out = append(out, text)
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
	fixes, err := n.leave(integrity.Fix{Message: "take the message out", Lossy: true}, line, "[The reads that were asked for here were made.]")
	if err != nil {
		return err
	}
	n.p.Report(integrity.Finding{Line: line, Message: "the reads that this message asks for have been made", Fixes: fixes})
	return nil
}

// appendText adds a block of text to the content of a result.
func appendText(e sessionlog.Entry, text string) sessionlog.Op {
	at, _ := e.ValueSpan("message.content")
	end := sessionlog.Span{Start: at.End - 1, End: at.End - 1}
	return sessionlog.Op{Act: sessionlog.Replace, Line: e.Line, Edit: sessionlog.Edit{Span: end, New: []byte("," + strings.Trim(textBlocks(text), "[]"))}}
}
