package integrity

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callBadName = &Rule{
	ID: "call-bad-name",
	Doc: `the name of a called tool is one that no service takes

Services take up to 64 letters, digits, underscores and hyphens, in the history
too. A name that differs by spaces, dots, colons or slashes is written with
underscores; else the call gets the name that its result says, or goes where that says
none, and its result with it. A name that is no text makes pi fail, also in a turn that
it leaves out.`,
	Layer: Calls, Severity: Error, Classes: []string{"C01", "C02", "C03", "C04"},
	Check: func(p *Pass) {
		p.oddRead(func(line int, e sessionlog.Entry, content gjson.Result) {
			if p.Log.Role(line) != sessionlog.RoleAssistant || !content.IsArray() {
				return
			}
			for n, b := range content.Array() {
				name := b.Get("name")
				if b.Get("type").String() == "toolCall" && (name.Type != gjson.String || !soundName(name.Str) && !p.Log.Dead(line)) {
					p.reportName(e, n, b, content)
				}
			}
		})
	},
}

// soundName reports whether every service takes the name.
func soundName(name string) bool {
	return nameForm(name) && len(name) <= 64
}

func nameForm(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c|32 < 'a' || c|32 > 'z') {
			return false
		}
	}
	return name != ""
}

func (p *Pass) reportName(e sessionlog.Entry, block int, b, content gjson.Result) {
	name, id := b.Get("name").String(), b.Get("id").String()
	results := p.resultsOf(e.Line, id)
	f := Finding{Line: e.Line, Call: id, Related: results, Message: fmt.Sprintf("a call names the tool %q", printable(name))}
	better := p.nameInResults(results)
	if b.Get("name").Type == gjson.String {
		better = cmp.Or(mendName(name), better)
	}
	if better != "" {
		ops := []sessionlog.Op{replaceWith(e.Line, e.SetIn(fmt.Sprintf("message.content.%d", block), "name", sessionlog.Quote(better)))}
		for _, r := range results {
			ops = append(ops, replaceWith(r, p.entry(r).SetIn("message", "toolName", sessionlog.Quote(better))))
		}
		f.Fixes = []Fix{{Message: "write it as " + better, Ops: ops}}
		p.Report(f)
		return
	}
	f.Fixes = []Fix{p.dropPair(e, block, results)}
	p.Report(f)
}

// nameInResults returns the tool that all results of a call say they are of, "" where
// they differ, say none that a service takes, or failed: pi answers a call of no tool so.
func (p *Pass) nameInResults(results []int) string {
	name := ""
	for n, r := range results {
		e := p.entry(r)
		says := e.Get("message.toolName").String()
		if e.Get("message.isError").Bool() || !soundName(says) || n > 0 && says != name {
			return ""
		}
		name = says
	}
	return name
}

// mendName returns the name in the form that services take, "" when that would
// be a guess.
func mendName(name string) string {
	name = strings.TrimSpace(name)
	if !regexp.MustCompile(`^[A-Za-z0-9_-]+([.:/ ]+[A-Za-z0-9_-]+)*$`).MatchString(name) || len(name) > 64 {
		return ""
	}
	return strings.NewReplacer(".", "_", ":", "_", "/", "_", " ", "_").Replace(name)
}

var callBadArguments = &Rule{
	ID: "call-bad-arguments",
	Doc: `the arguments of a call are no object

Anthropic, Gemini and Bedrock refuse the request, and so do strict services that
speak OpenAI's language. A call without any was cut off while it was made: it goes, and
its result with it, since what the model meant is not to be made up.`,
	Layer: Calls, Severity: Error, Classes: []string{"C05", "C06", "C07"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, content gjson.Result) {
			if p.Log.Role(line) != sessionlog.RoleAssistant || !content.IsArray() {
				return
			}
			for n, b := range content.Array() {
				if b.Get("type").String() == "toolCall" && !b.Get("arguments").IsObject() {
					p.reportArguments(e, n, b)
				}
			}
		})
	},
}

func (p *Pass) reportArguments(e sessionlog.Entry, block int, b gjson.Result) {
	args := b.Get("arguments")
	f := Finding{Line: e.Line, Call: b.Get("id").String(), Message: fmt.Sprintf("the arguments of a call are %s", jsonKind(args))}
	if args.IsArray() {
		f.Message = "the arguments of a call are a list"
	}
	if !args.Exists() && !b.Get("input").IsObject() {
		f.Related = p.resultsOf(e.Line, f.Call)
		f.Fixes = []Fix{p.dropPair(e, block, f.Related)}
		p.Report(f)
		return
	}
	value, fix := `{"_raw":`+args.Raw+`}`, "keep them under the key _raw"
	switch text := args.String(); {
	case args.Type == gjson.String && json.Valid([]byte(text)) && gjson.Parse(text).IsObject():
		value, fix = text, "use the object that the string holds"
	case !args.Exists():
		value, fix = b.Get("input").Raw, "use what is there as input"
	case args.Type == gjson.Null:
		value, fix = "{}", "make them an empty object, as pi does for some services"
	}
	f.Fixes = []Fix{{Message: fix, Ops: []sessionlog.Op{
		replaceWith(e.Line, e.SetIn(fmt.Sprintf("message.content.%d", block), "arguments", value))}}}
	p.Report(f)
}
