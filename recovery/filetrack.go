package recovery

import (
	"path"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// tracker goes down a branch and keeps what the tools have shown and done to some
// files.
type tracker struct {
	log   *sessionlog.Log
	cwd   string
	views map[string]*fileView // of the files that somebody asks about
	calls map[string]gjson.Result
}

func newTracker(log *sessionlog.Log, files []string) *tracker {
	t := &tracker{log: log, cwd: integrity.CwdOf(log), views: map[string]*fileView{}}
	for _, f := range files {
		t.views[f] = &fileView{}
	}
	return t
}

// step takes in an entry of the branch.
func (t *tracker) step(line int) error {
	if t.log.Kind(line) != sessionlog.KindMessage {
		return nil
	}
	role := t.log.Role(line)
	if role != sessionlog.RoleAssistant && role != sessionlog.RoleToolResult && role != sessionlog.RoleBash {
		return nil
	}
	e, err := t.log.Entry(line)
	if err != nil {
		return err
	}
	switch role {
	case sessionlog.RoleAssistant:
		t.calls = map[string]gjson.Result{}
		for _, b := range e.Get("message.content").Array() {
			if b.Get("type").String() == "toolCall" {
				t.calls[b.Get("id").String()] = b
			}
		}
	case sessionlog.RoleBash:
		t.shell(e.Get("message.command").String())
	default:
		if call, ok := t.calls[e.Get("message.toolCallId").String()]; ok {
			t.result(line, call, e.Get("message"))
		}
	}
	return nil
}

// result takes in what a call has done or shown.
func (t *tracker) result(line int, call, msg gjson.Result) {
	args, failed := call.Get("arguments"), msg.Get("isError").Bool()
	says := sessionlog.Ran
	if t.log.Has(line, sessionlog.NotRun) {
		says = sessionlog.UnrunText([]byte(msg.Get("content.0.text").String()))
	}
	tool := call.Get("name").String()
	if says == sessionlog.Skipped {
		return // it did nothing
	}
	if tool == "bash" || tool == "powershell" {
		t.shell(args.Get("command").String())
		return
	}
	v := t.views[integrity.FileOf(t.cwd, integrity.PathOf(args))]
	if v == nil {
		return
	}
	switch tool {
	case "read":
		if !failed && says == sessionlog.Ran {
			v.show(line, args, msg)
		}
	case "grep", "find", "ls":
	case "write":
		if content := args.Get("content"); !failed && says == sessionlog.Ran && content.Type == gjson.String {
			v.setWhole(content.String(), line)
			return
		}
		v.forget() // it may have been written in part
	case "edit":
		switch {
		case says != sessionlog.Ran:
			v.forget()
		case !failed:
			v.edit(swapsOf(args), line)
		}
	default:
		v.forget() // of a tool of somebody else nobody knows what it did
	}
}

// show takes in a result of read. One that a repair filled in from elsewhere is no
// witness; one that is a map shows no lines.
func (v *fileView) show(line int, args, msg gjson.Result) {
	text := msg.Get("content.0")
	if text.Get("type").String() != "text" || filledFrom(msg) != "" && filledFrom(msg) != fromSession {
		return
	}
	w := windowOf(args)
	if !hasImage(msg) {
		p, ok := partOf(text.Get("text").String(), w, msg.Get("details"))
		if !ok {
			return
		}
		v.setPart(p, line)
	}
	if v.same == nil {
		v.same = map[readWindow]int{}
	}
	v.same[w] = line
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

// gitChanges are the words behind git that change files.
var gitChanges = []string{"checkout", "restore", "reset", "stash", "pull", "merge", "rebase", "apply", "am", "cherry-pick", "revert", "switch", "clean"}

// shell is told of every command. One that names a file, or that puts files back in
// git, has perhaps changed it; of others it is noted that they ran.
func (t *tracker) shell(command string) {
	words := strings.Fields(command)
	git := false
	for i, w := range words {
		for _, c := range gitChanges {
			git = git || w == c && i > 0 && strings.Contains(command, "git")
		}
	}
	for name, v := range t.views {
		v.shell = len(v.lines) > 0
		if git || strings.Contains(command, path.Base(name)) {
			v.forget()
		}
	}
}
