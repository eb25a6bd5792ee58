package integrity

import (
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// The types of the messages of the extension pi-read-map up to 1.2: its maps, and the
// one that asks for the reads that were skipped for a map.
const (
	MapType      = "file-map"
	RecoveryType = "read-recovery"
)

// MapMark stands in the frame of every map.
const MapMark = "File Map: "

var mapApart = &Rule{
	ID: "map-apart",
	Doc: `a map of a file stands apart from its read

A read of a large file shows its beginning. A map in the same result tells what the
rest holds; in a message of its own it made pi skip calls, or user messages follow
each other, which some services refuse. A repair leaves it alone; "pi-fix inline" puts
it into the result of its read, and also makes maps for reads that have none.`,
	Layer: Maps, Severity: Info, Classes: []string{"R04"}, Next: "inline",
	Check: func(p *Pass) {
		for line := range p.Log.By(sessionlog.RoleCustom) {
			typ, text, err := CustomText(p.Log, line)
			if err != nil {
				p.fail(err)
				return
			}
			if typ == MapType && strings.Contains(text, MapMark) {
				p.Report(Finding{Line: line, Message: "a map stands in a message of its own"})
			}
		}
	},
}

// CustomText returns the type of an extension's message and what it says, "" for
// other entries.
func CustomText(log *sessionlog.Log, line int) (typ, text string, err error) {
	if log.Role(line) != sessionlog.RoleCustom {
		return "", "", nil
	}
	e, err := log.Entry(line)
	if err != nil {
		return "", "", err
	}
	at := ""
	if log.Kind(line) == sessionlog.KindMessage {
		at = "message."
	}
	typ, content := e.Get(at+"customType").String(), e.Get(at+"content")
	if content.IsArray() {
		content = e.Get(at + "content.0.text")
	}
	return typ, content.String(), nil
}
