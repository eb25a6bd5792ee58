package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

const (
	head = `{"type":"session","version":3,"id":"s1","timestamp":"2026-01-01T00:00:00.000Z"}` + "\n"
	said = `{"type":"message","id":"e1","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"marked words","timestamp":0}}` + "\n"
)

// opens are files, and what each version of pi makes of them: the fault and its line,
// "sent" where the words of the session are, "anew" where they are not.
var opens = []struct{ name, file, newest, old string }{
	{"sound", head + said, "sent", "sent"},
	{"no header", said, "pi/header at 1", "anew"},
	{"header behind an entry", said + head, "pi/header at 1", "anew"},
	{"blank and damaged lines first", "\n{\n" + head + said, "sent", "sent"},
	{"cut header", head[:20] + "\n" + said, "pi/header at 2", "anew"},
	{"no id", strings.Replace(head, `"id"`, `"key"`, 1) + said, "pi/header at 1", "anew"},
	{"a number for an id", strings.Replace(head, `"s1"`, `1`, 1) + said, "pi/header at 1", "anew"},
	{"empty id", strings.Replace(head, `"s1"`, `""`, 1) + said, "sent", "sent"},
	{"two ids", strings.Replace(head, `"s1"`, `"s1","id":1`, 1) + said, "pi/header at 1", "anew"},
	{"byte order mark", "\ufeff" + head + said, "pi/header at 2", "sent"},
	{"byte order mark behind blank lines", "\n\ufeff" + head + said, "pi/header at 3", "sent"},
	{"byte order mark behind damage", "{\n\ufeff" + head + said, "pi/header at 3", "anew"},
	{"null first", "null\n" + head + said, "sent", "pi/null-record at 1"},
	{"null in between", head + "null\n" + said, "sent", "pi/null-record at 2"},
	{"null without a header", said + "null\n", "pi/header at 1", "anew"},
	{"zero first", "-0.0\n" + head + said, "sent", "anew"},
	{"text first", `"x"` + "\n" + head + said, "pi/header at 1", "anew"},
	{"false last", head + said + "false\n", "sent", "anew"},
	{"true last", head + said + "true\n", "anew", "anew"},
	{"two contents", head + strings.Replace(said, `"content"`, `"content":[],"content"`, 1), "sent", "sent"},
	{"two contents of an edit", head + strings.Replace(said, "marked", "other", 1) +
		more(`"context_edit","targetId":"e1","replacement":{"content":"x","content":"marked words"}`), "sent", "anew"},
	{"deep in an old format", strings.Replace(head, `:3`, `:2`, 1) + said + more(`"custom","data":`+deep), "pi/too-deep at 3", "pi/too-deep at 3"},
	{"deep and not copied", head + said + more(`"custom","data":`+deep), "sent", "sent"},
	{"deep details of a compaction", head + said + more(`"compaction","summary":"s","firstKeptEntryId":"e1","details":`+deep), "sent", "sent"},
	{"deep details", head + said + more(`"custom_message","content":"s","details":`+deep), "pi/too-deep at 3", "pi/too-deep at 3"},
	{"deep beside a custom message", head + said + more(`"custom_message","content":"s","more":`+deep), "sent", "sent"},
	{"deep message of an unknown role", head + said + more(`"message","message":{"role":"x","y":`+deep+`}`), "pi/too-deep at 3", "pi/too-deep at 3"},
	{"deep beside a message", head + said + more(`"message","message":{"role":"user","content":"x"},"y":`+deep), "sent", "sent"},
	{"deep list for a message", head + said + more(`"message","message":`+deep), "pi/too-deep at 3", "pi/too-deep at 3"},
	{"deep edit", head + said + more(`"context_edit","targetId":"e1","replacement":{"content":`+deep+`}`), "pi/too-deep at 3", "sent"},
	{"deep and edited away", head + said + more(`"message","message":{"role":"user","content":`+deep+`}`) +
		`{"type":"context_edit","id":"e3","parentId":"e2","targetId":"e2","replacement":{"content":"x"}}`, "sent", "pi/too-deep at 3"},
	{"deep text", head + said + more(`"custom_message","content":"s","details":"`+deep+`\""`), "sent", "sent"},
}

var deep = strings.Repeat("[", 4500) + strings.Repeat("]", 4500)

func more(members string) string { return `{"id":"e2","parentId":"e1","type":` + members + "}\n" }

// What pi makes of files that it cannot open was seen with the real one
// (replay/realpi, TestProjectionOfWhatPiCannotOpen).
func TestWhatPiCannotOpen(t *testing.T) {
	for _, test := range opens {
		for version, want := range map[string]string{"1.5.2": test.newest, "0.87.1": test.newest, "0.74.2": test.old} {
			log := sessionlog.Parse([]byte(test.file))
			vs, err := replay.Run(t.Context(), log, replay.Options{
				Leaves: []int{log.Active()}, APIs: []string{"openai-completions"}, Version: piVersion(t, version),
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := opened(vs[0]); got != want {
				t.Errorf("%s, pi %s: got %s, want %s", test.name, version, got, want)
			}
		}
	}
}

func opened(v replay.Verdict) string {
	switch {
	case len(v.Exchanges) == 0:
		return fmt.Sprintf("%s at %d", v.Violations[0].ID, v.Violations[0].Line+1)
	case strings.Contains(string(v.Exchanges[0].Body), "marked words"):
		return "sent"
	}
	return "anew"
}
