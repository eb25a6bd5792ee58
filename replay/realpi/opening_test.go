package realpi_test

import (
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// Before pi looks at any entry it asks for a header, and before it sends anything it
// copies all messages.
func TestProjectionOfWhatPiCannotOpen(t *testing.T) {
	deep := strings.Repeat("[", 4500) + strings.Repeat("]", 4500)
	header, turn, _ := strings.Cut(strings.Replace(oneTurn, `"/nowhere/at/all"`, `""`, 1), "\n")
	header += "\n"
	behind := func(members string) string {
		return header + turn + `{"id":"a0000003","parentId":"a0000002","timestamp":"2026-01-01T00:00:03.000Z",` + members + "}\n"
	}
	for i, s := range []specimen{
		{"no header", []byte(turn)},
		{"byte order mark", []byte("\ufeff" + header + turn)},
		{"null last", []byte(header + turn + "null\n")},
		{"false last", []byte(header + turn + "false\n")},
		{"deep details", []byte(behind(`"type":"custom_message","customType":"x","content":"s","display":true,"details":` + deep))},
		{"deep edit", []byte(behind(`"type":"context_edit","targetId":"a0000002","replacement":{"content":` + deep + `}`))},
		{"zero first", []byte("0\n" + header + turn)},
		{"number first", []byte("42\n" + header + turn)},
		{"null first", []byte("null\n" + header + turn)},
		{"two ids, the last a number", []byte(strings.Replace(header, `"id":`, `"id":"","id":1,"x":`, 1) + turn)},
		{"deep and not copied", []byte(behind(`"type":"compaction","summary":"s","firstKeptEntryId":"a0000002","tokensBefore":1,"details":` + deep))},
		{"not too deep", []byte(behind(`"type":"custom_message","customType":"x","content":"s","display":true,"details":` +
			deep[4500-sessionlog.MaxNesting:][:2*sessionlog.MaxNesting]))},
		{"deep list for a message", []byte(behind(`"type":"message","message":` + deep))},
		{"deep message of an unknown role", []byte(behind(`"type":"message","message":{"role":"x","y":` + deep + `}`))},
		{"deep and edited away", []byte(behind(`"type":"message","message":{"role":"user","content":`+deep+`}`) +
			`{"type":"context_edit","id":"a0000004","parentId":"a0000003","targetId":"a0000003","replacement":{"content":"x"}}` + "\n")},
		{"deep in an old format", []byte(strings.Replace(behind(`"type":"custom","data":`+deep), `"version":3`, `"version":2`, 1))},
	} {
		for _, version := range []string{"1.5.2", "0.87.1", "0.74.2"} {
			if *thorough || i < 6 && version != "0.87.1" {
				s := specimen{version + " " + s.name, s.session}
				compareStored(t, realpitest.Pi(t, version), s, realpi.Anthropic, realpi.Anthropic)
			}
		}
	}
}
