package recovery_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// thoughtful gives every answer of a session signed thinking of a model that binds
// it to its place.
func thoughtful(session []byte) []byte {
	var out [][]byte
	for n, line := range bytes.Split(bytes.ReplaceAll(session, []byte("claude-opus-4-5"), []byte("claude-opus-5-5")), []byte("\n")) {
		if gjson.GetBytes(line, "message.role").String() == "assistant" {
			signature := base64.StdEncoding.EncodeToString(bytes.Repeat(fmt.Appendf(nil, "%03d", n), 30))
			blocks := fmt.Sprintf(`[{"type":"thinking","thinking":"hm %d","thinkingSignature":%q},%s`, n, signature,
				gjson.GetBytes(line, "message.content").Raw[1:])
			line, _ = sjson.SetRawBytes(line, "message.content", []byte(blocks))
		}
		out = append(out, line)
	}
	return bytes.Join(out, []byte("\n"))
}

// said is what stands before each signed turn in some context, by signature:
// who said what, thinking aside.
func said(t *testing.T, log *sessionlog.Log, leaves []int) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, leaf := range leaves {
		var before strings.Builder
		for _, m := range messages(t, log, leaf) {
			if log.Dead(m.Line) || m.Role == sessionlog.RoleOther {
				continue // pi sends neither
			}
			fmt.Fprintf(&before, "\n%s %s", m.Role, gjson.GetBytes(m.JSON, "toolCallId").Raw)
			if m.Role == sessionlog.RoleCompactionSummary || m.Role == sessionlog.RoleBranchSummary {
				before.WriteString(gjson.GetBytes(m.JSON, "summary").Raw)
			}
			upTo := before.String()
			blocks := gjson.ParseBytes(m.Content)
			if !blocks.IsArray() {
				before.WriteString(blocks.Raw)
				continue
			}
			for _, b := range blocks.Array() {
				if b.Get("type").String() != "thinking" {
					before.WriteString(b.Raw)
				} else if s := b.Get("thinkingSignature").String(); s != "" {
					out[s] = append(out[s], upTo)
				}
			}
		}
	}
	return out
}

// TestBoundThinking: no signed thinking that is sent after a repair stands behind
// something else than before the repair, or before the damage.
func TestBoundThinking(t *testing.T) {
	kept, removed := 0, 0
	for name, session := range map[string][]byte{"linear": linear(), "branched": branched(), "compacted": compacted()} {
		session = thoughtful(session)
		sound := prepare(t, session)
		if len(sound.Found) > 0 {
			t.Fatalf("%s: found %v in a sound session", name, names(sound))
		}
		signed := said(t, sound.Before, sound.Before.Leaves())
		for seed := range 2 * *rounds {
			src, kinds := harm(9000+seed, session, 1+int(seed%3))
			policy := recovery.Policy{Strategy: recovery.Strategy(seed % 2), Ways: preferences[int(seed)%len(preferences)]}
			p := prepareAs(t, src, policy)
			if p == nil || p.Patch == nil {
				continue
			}
			leaves := p.After.Leaves()
			if policy.Strategy == recovery.Append {
				leaves = []int{p.After.Active()}
				obeyAppend(t, src, policy)
			} else {
				obeyAs(t, src, policy)
			}
			was, is := said(t, p.Before, p.Before.Leaves()), said(t, p.After, leaves)
			for signature, places := range is {
				for _, at := range places {
					kept++
					if !contains(was[signature], at) && !contains(signed[signature], at) {
						t.Errorf("%s, seed %d, %v: thinking stands behind\n%s\nand stood behind\n%s", name, seed, kinds, at, was[signature])
					}
				}
			}
			removed += len(was) - len(is)
		}
	}
	if kept == 0 || removed <= 0 {
		t.Errorf("thinking that was kept: %d, that was removed: %d", kept, removed)
	}
}

func contains(places []string, at string) bool {
	for _, p := range places {
		if p == at {
			return true
		}
	}
	return false
}
