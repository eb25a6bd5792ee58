package recovery_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// withRules prepares a session with rules in the place of those of the same id.
func withRules(t *testing.T, session []byte, instead []*integrity.Rule) *recovery.Plan {
	t.Helper()
	rules := slices.DeleteFunc(slices.Clone(integrity.Rules), func(r *integrity.Rule) bool {
		return slices.ContainsFunc(instead, func(i *integrity.Rule) bool { return i.ID == r.ID })
	})
	plan, err := recovery.Prepare(context.Background(), bytes.NewReader(session), "session.jsonl", recovery.Policy{Rules: append(rules, instead...)})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func whole(t *testing.T, plan *recovery.Plan) string {
	t.Helper()
	if plan.Patch == nil {
		t.Fatalf("nothing changes: %v", plan.Found)
	}
	b, err := io.ReadAll(io.NewSectionReader(plan.Patch, 0, plan.Patch.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestFillTellsWhatThinkingItCosts: a result that is filled in stands before signed
// thinking that is bound to its place, which goes with the same plan.
func TestFillTellsWhatThinkingItCosts(t *testing.T) {
	a, err := txtar.ParseFile("../testdata/vectors/content-bound-thinking/sound.txtar")
	if err != nil {
		t.Fatal(err)
	}
	session := string(a.Files[0].Data)
	at := strings.Index(session, `"role":"toolResult"`)
	from := at + strings.Index(session[at:], `"content":`)
	to := from + strings.Index(session[from:], "]") + 1
	session = session[:from] + `"content":[{"type":"text","text":"Skipped due to queued user message."}]` + session[to:]
	disk := recovery.Sources{Now: true, Disk: func(_, file string) ([]byte, error) { return []byte("now " + file), nil }}
	plan := withRules(t, []byte(session), recovery.FillReads(disk))
	lost := 0
	for _, f := range plan.Found {
		if f.Rule.ID == "content-bound-thinking" && f.Fix != "" {
			lost++
		}
	}
	if out := whole(t, plan); lost == 0 || !strings.Contains(out, `"text":"now /`) || !strings.Contains(out, `"from":"disk","asOf":"now"`) {
		t.Errorf("%d turns lose their thinking\n%s", lost, out)
	}
	if again := withRules(t, []byte(whole(t, plan)), recovery.FillReads(disk)); again.Patch != nil {
		t.Error("a second run changes something")
	}
}

// twoLeaves is a session with a skipped read above two leaves, of which one repeats it.
func twoLeaves() []byte {
	var b strings.Builder
	fmt.Fprintln(&b, `{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/nowhere"}`)
	add := func(id, parent, msg string) {
		fmt.Fprintf(&b, `{"type":"message","id":%q,"parentId":%s,"timestamp":"2026-01-01T00:00:01Z","message":%s}`+"\n", id, parent, msg)
	}
	calls := func(id, path string) string {
		return fmt.Sprintf(`{"role":"assistant","content":[{"type":"toolCall","id":%q,"name":"read","arguments":{"path":%q}}],"api":"anthropic-messages","provider":"anthropic","model":"claude-opus-4-5","usage":{"input":1,"cost":{"total":0}},"stopReason":"toolUse"}`, id, path)
	}
	result := func(id, text string, failed bool) string {
		return fmt.Sprintf(`{"role":"toolResult","toolCallId":%q,"toolName":"read","content":[{"type":"text","text":%q}],"isError":%t}`, id, text, failed)
	}
	add("e1", "null", `{"role":"user","content":"look"}`)
	add("e2", `"e1"`, calls("c1", "a\nb.go"))
	add("e3", `"e2"`, result("c1", "Skipped due to queued user message.", true))
	add("e4", `"e3"`, `{"role":"user","content":"one way"}`)
	add("e5", `"e3"`, `{"role":"user","content":"another"}`)
	add("e6", `"e5"`, calls("c2", "a\nb.go"))
	add("e7", `"e6"`, result("c2", "package b", false))
	return []byte(b.String())
}

// TestFollowUpAsksOnTheLeafThatLacks: only the branch that lacks the read is asked,
// in one line whatever the path holds, and only once.
func TestFollowUpAsksOnTheLeafThatLacks(t *testing.T) {
	if plan := withRules(t, twoLeaves(), recovery.FollowUp("")); plan.Patch != nil {
		t.Errorf("the leaf that repeats the read is asked: %s", whole(t, plan))
	}
	plan := withRules(t, twoLeaves(), recovery.FollowUp("e4"))
	out := whole(t, plan)
	if n := strings.Count(out, `\n- read(\"a`+"\uFFFD"+`b.go\")\nPlease re-issue these reads now."`); n != 1 {
		t.Errorf("%d messages ask for it:\n%s", n, out)
	}
	log := sessionlog.Parse([]byte(out))
	if id := log.EntryID(log.Active()); id != "e7" {
		t.Errorf("pi would resume %s", id)
	}
	if again := withRules(t, []byte(out), recovery.FollowUp("e4")); again.Patch != nil {
		t.Errorf("it is asked twice: %s", whole(t, again))
	}
}
