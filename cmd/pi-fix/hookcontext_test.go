package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const (
	askedToRead = `{"role":"user","content":[{"type":"text","text":"read it"}],"timestamp":1}`
	callsRead   = `{"role":"assistant","content":[{"type":"toolCall","id":"toolu_1","name":"read","arguments":{"path":"a"}}],"api":"anthropic-messages","provider":"anthropic","model":"m","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":"toolUse","timestamp":2}`
	readResult  = `{"role":"toolResult","toolCallId":"toolu_1","toolName":"read","content":[{"type":"text","text":"a"}],"isError":false,"timestamp":3}`
	otherResult = `{"role":"toolResult","toolCallId":"toolu_9","toolName":"read","content":[{"type":"text","text":"b"}],"isError":false,"timestamp":4}`
	summary     = `{"role":"compactionSummary","summary":"before","tokensBefore":9,"timestamp":1}`
	ofBranch    = `{"role":"branchSummary","summary":"beside","fromId":"root","timestamp":1}`
	custom      = `{"role":"custom","customType":"x","content":"note","display":true,"timestamp":1}`
	byHand      = `{"role":"bashExecution","command":"ls","output":"a","exitCode":0,"cancelled":false,"truncated":false,"timestamp":1}`
)

func raw(all ...string) []json.RawMessage {
	out := make([]json.RawMessage, len(all))
	for i, s := range all {
		out[i] = json.RawMessage(s)
	}
	return out
}

func TestMendContext(t *testing.T) {
	for name, tt := range map[string]struct{ in, want []json.RawMessage }{
		"nothing":        {in: raw()},
		"sound":          {in: raw(askedToRead, callsRead, readResult)},
		"every role":     {in: raw(summary, ofBranch, custom, byHand, askedToRead, callsRead, readResult)},
		"orphan":         {in: raw(summary, askedToRead, callsRead, readResult, otherResult), want: raw(summary, askedToRead, callsRead, readResult)},
		"orphan inside":  {in: raw(askedToRead, otherResult, callsRead, readResult, custom), want: raw(askedToRead, callsRead, readResult, custom)},
		"late":           {in: raw(askedToRead, callsRead, custom, readResult), want: raw(askedToRead, callsRead, readResult, custom)},
		"without result": {in: raw(askedToRead, callsRead, askedToRead)}, // pi makes up for it
		"twice":          {in: raw(askedToRead, callsRead, readResult, readResult), want: raw(askedToRead, callsRead, readResult)},
	} {
		got, found, err := mendContext(t.Context(), tt.in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if join(got) != join(tt.want) || (len(found) > 0) != (tt.want != nil) {
			t.Errorf("%s: %q, got\n%s\nwant\n%s", name, found, join(got), join(tt.want))
		}
	}
}

// Where there is something else to repair, a call that lost its result gets one that
// says so, before the next question.
func TestMendContextWithoutResult(t *testing.T) {
	got, found, err := mendContext(t.Context(), raw(askedToRead, callsRead, askedToRead, otherResult))
	if err != nil || len(got) != 4 || len(found) != 2 {
		t.Fatalf("got %s, %q, %v", join(got), found, err)
	}
	var m struct {
		Role, ToolCallID string
		IsError          bool
	}
	if err := json.Unmarshal(got[2], &m); err != nil || m.Role != "toolResult" || m.ToolCallID != "toolu_1" || !m.IsError {
		t.Errorf("got %s, %v", got[2], err)
	}
}

func join(all []json.RawMessage) string {
	var b strings.Builder
	for _, m := range all {
		b.Write(m)
		b.WriteByte('\n')
	}
	return b.String()
}
