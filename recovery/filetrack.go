package recovery

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// question is about a file at the moment of a line of the session. What later lines
// show of it counts too, up to the next change.
type question struct {
	line   int
	file   string
	answer func(v *fileView) error
}

// tracker goes through a session and keeps what the tools have shown and done to the
// files that questions are about. It goes in the order of the file, which is that of
// time: all branches have worked on one disk.
type tracker struct {
	log   *sessionlog.Log
	cwd   string
	views map[string]*fileView
	files []string // the keys of views, in order
	calls callFinder
}

// ask answers questions, each once, in no special order.
func ask(log *sessionlog.Log, cwd string, all []question) error {
	t := &tracker{log: log, cwd: cwd, views: map[string]*fileView{}, calls: findCalls(log)}
	for _, q := range all {
		if t.views[q.file] == nil {
			t.views[q.file] = &fileView{}
			t.files = append(t.files, q.file)
		}
	}
	all = slices.SortedStableFunc(slices.Values(all), func(a, b question) int { return cmp.Compare(a.line, b.line) })
	for line := range log.Len() {
		if err := t.step(line); err != nil {
			return err
		}
		for ; len(all) > 0 && all[0].line == line; all = all[1:] {
			v := t.views[all[0].file]
			v.asked = append(v.asked, all[0])
		}
	}
	for _, f := range t.files {
		if err := t.settle(t.views[f]); err != nil {
			return err
		}
	}
	return nil
}

// settle answers what was asked about a file, before it changes.
func (t *tracker) settle(v *fileView) error {
	asked := v.asked
	v.asked = nil
	for _, q := range asked {
		if err := q.answer(v); err != nil {
			return err
		}
	}
	return nil
}

// change settles what was asked about a file and changes what is known of it.
func (t *tracker) change(v *fileView, how func()) error {
	err := t.settle(v)
	how()
	return err
}

// step takes in an entry.
func (t *tracker) step(line int) error {
	if t.log.Kind(line) != sessionlog.KindMessage {
		return nil
	}
	switch t.log.Role(line) {
	case sessionlog.RoleBash:
		e, err := t.log.Entry(line)
		if err != nil {
			return err
		}
		return t.ran(e.Get("message.command").String())
	case sessionlog.RoleToolResult:
		e, err := t.log.Entry(line)
		if err != nil {
			return err
		}
		msg := e.Get("message")
		call, ok, err := t.calls.of(line, msg.Get("toolCallId").String())
		if err != nil || !ok {
			return err
		}
		return t.result(line, call, msg)
	}
	return nil
}

func (t *tracker) result(line int, call, msg gjson.Result) error {
	args, says := call.Get("arguments"), sessionlog.Ran
	if t.log.Has(line, sessionlog.NotRun) {
		says = sessionlog.UnrunText([]byte(msg.Get("content.0.text").String()))
	}
	if says == sessionlog.Skipped {
		return nil // it did nothing
	}
	done := says == sessionlog.Ran && !msg.Get("isError").Bool()
	v := t.views[integrity.FileOf(t.cwd, integrity.PathOf(args))]
	switch tool := call.Get("name").String(); tool {
	case "grep", "find", "ls":
	case "bash", "powershell":
		return t.ran(args.Get("command").String())
	case "read":
		if v != nil && done {
			return t.show(v, line, args, msg)
		}
	case "write":
		if v != nil {
			return t.change(v, func() { v.wrote(args.Get("content"), done, line) })
		}
	case "edit":
		switch {
		case v == nil || says == sessionlog.Ran && !done:
		case !done:
			return t.change(v, v.forget)
		default:
			return t.change(v, func() { v.edit(swapsOf(args), line) })
		}
	default:
		if v != nil {
			return t.change(v, v.forget)
		}
		return t.unknown(args.Raw) // of a tool of somebody else nobody knows what it did
	}
	return nil
}

// wrote takes in the text of a write, which was perhaps made in part only.
func (v *fileView) wrote(content gjson.Result, done bool, line int) {
	if !done || content.Type != gjson.String {
		v.forget()
		return
	}
	v.setWhole(content.String(), line, false)
}

// show takes in a result of read. One that a repair filled in from elsewhere, or in
// doubt, is no witness.
func (t *tracker) show(v *fileView, line int, args, msg gjson.Result) error {
	text, filled := msg.Get("content.0"), msg.Get("details.piFix.filled")
	if text.Get("type").String() != "text" || filled.Exists() && !witness(filled) || integrity.OddWindow(args) {
		return nil
	}
	if !hasImage(msg) {
		p, ok := integrity.ShownOf(text.Get("text").String(), args, msg.Get("details"))
		if !ok || p.First+len(p.Lines) > maxViewed || p.Total > maxViewed {
			return nil
		}
		if v.contradicts(p) {
			v.doubt() // it is not known when it changed
			if err := t.change(v, v.forget); err != nil {
				return err
			}
		}
		v.setPart(p, line)
	}
	if v.same == nil {
		v.same = map[readWindow]sameRead{}
	}
	v.same[windowOf(args)] = sameRead{line: line}
	return nil
}

// witness reports whether a result that was filled in is what the session itself tells
// for sure.
func witness(filled gjson.Result) bool {
	return filled.Get("from").String() == fromSession && !filled.Get("partial").Bool() && !filled.Get("doubt").Bool()
}

func windowOf(args gjson.Result) readWindow {
	offset, limit := integrity.WindowOf(args)
	return readWindow{offset, limit}
}

func hasImage(msg gjson.Result) bool {
	for _, b := range msg.Get("content").Array() {
		if b.Get("type").String() == "image" {
			return true
		}
	}
	return false
}

// ran is told of every command. One that only looks changes nothing.
func (t *tracker) ran(command string) error {
	switch effectOf(command) {
	case looks:
		return nil
	case restores:
		for _, f := range t.files {
			v := t.views[f]
			if err := t.change(v, func() { v.forget(); v.strayed = false }); err != nil {
				return err
			}
		}
		return nil
	}
	return t.unknown(command)
}

// unknown is for what may have changed any file: one that it names has changed, of
// others what is known is in doubt.
func (t *tracker) unknown(text string) error {
	for _, f := range t.files {
		v, how := t.views[f], t.views[f].doubt
		if strings.Contains(text, path.Base(f)) {
			how = v.forget
		}
		if err := t.change(v, how); err != nil {
			return err
		}
	}
	return nil
}
