package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// mendContext repairs the messages of a request with the rules for sessions. It
// returns nil when no error is among what they find, because pi makes up for the
// rest and a request that stays as it is stays in the service's cache; and when
// something would be left. found says what was repaired.
func mendContext(ctx context.Context, messages []json.RawMessage) (repaired []json.RawMessage, found []string, err error) {
	src, err := sessionlog.Bytes(asSession(messages))
	if err != nil {
		return nil, nil, err
	}
	plan, err := recovery.Prepare(ctx, src, "", recovery.Policy{Workers: 1})
	if err != nil || plan.Patch == nil || plan.Left() > integrity.Info {
		return nil, nil, err
	}
	broken := false
	for _, f := range plan.Found {
		broken = broken || f.Severity == integrity.Error
		if f.Fix != "" {
			found = append(found, f.Message+": "+f.Fix)
		}
	}
	if !broken {
		return nil, nil, nil
	}
	sent, err := plan.After.Messages(plan.After.Active())
	if err != nil {
		return nil, nil, err
	}
	repaired = make([]json.RawMessage, len(sent))
	for i, m := range sent {
		repaired[i] = bytes.Clone(m.JSON)
	}
	return repaired, found, nil
}

// asSession lays messages out as a session of one branch. The summaries and the
// words of extensions, which pi makes of entries of their own, are messages of
// their roles in it, as the rules know them.
func asSession(messages []json.RawMessage) []byte {
	const at = `"2026-01-01T00:00:00.000Z"`
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"type":"session","version":3,"id":"context","timestamp":%s,"cwd":""}`+"\n", at)
	parent := "null"
	for i, m := range messages {
		id := fmt.Sprintf(`"c%07x"`, i)
		fmt.Fprintf(&b, `{"type":"message","id":%s,"parentId":%s,"timestamp":%s,"message":`, id, parent, at)
		b.Write(m)
		b.WriteString("}\n")
		parent = id
	}
	return b.Bytes()
}
