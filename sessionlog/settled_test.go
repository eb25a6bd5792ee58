package sessionlog

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/tidwall/gjson"
)

// TestSettled holds the text without repeated keys to what encoding/json makes of
// the text with them: it takes the last of each too, when it decodes into any.
func TestSettled(t *testing.T) {
	for text, differs := range map[string]bool{
		`{"a":1,"b":{"c":2}}`:                      false,
		`{"a":1,"a":2}`:                            true,
		`{"a":{"x":1},"b":2,"a":{"y":1}}`:          true,
		`{"a":[{"t":"x"},{"t":"x","t":["y"]},3]}`:  true,
		`{"\u0061":1,"a":2}`:                       true,
		`{"a":"{\"b\":1,\"b\":2}","":1}`:           false,
		` { "a" : [ { "b" : 1 , "b" : null } ] } `: true,
	} {
		got, changed := settled(gjson.Parse(text), settledLevels)
		if changed != differs {
			t.Errorf("%s: changed: %v, want %v", text, changed, differs)
		}
		var is, want any
		if json.Unmarshal([]byte(text), &want) != nil {
			continue
		}
		if err := json.Unmarshal([]byte(got), &is); err != nil || !reflect.DeepEqual(is, want) {
			t.Errorf("%s: %s (%v)", text, got, err)
		}
		if second, again := settled(gjson.Parse(got), settledLevels); again {
			t.Errorf("%s: still repeated: %s", text, second)
		}
	}
}

// TestMeetOwnKeys: no two keys that pi writes in one object share a bit, so a sound
// session is not looked at more closely than it needs.
func TestMeetOwnKeys(t *testing.T) {
	for _, line := range []string{
		`{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/","parentSession":"p"}`,
		`{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"assistant","content":[` +
			`{"type":"thinking","thinking":"x","thinkingSignature":"s","redacted":false},{"type":"text","text":"x","textSignature":"s"},` +
			`{"type":"toolCall","id":"c","name":"read","arguments":{},"thoughtSignature":"s"}],"api":"a","provider":"p","model":"m",` +
			`"usage":{},"stopReason":"stop","timestamp":0,"responseId":"r","responseModel":"m","errorMessage":"e","diagnostics":[]}}`,
		`{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"toolResult","toolCallId":"c","toolName":"read",` +
			`"content":[{"type":"image","data":"","mimeType":"image/png"}],"details":{},"isError":false,"timestamp":0,"usage":{}}}`,
		`{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"bashExecution","command":"c","output":"o",` +
			`"exitCode":0,"cancelled":false,"truncated":false,"fullOutputPath":"p","timestamp":0,"excludeFromContext":true}}`,
		`{"type":"compaction","id":"a","parentId":null,"timestamp":"t","summary":"s","firstKeptEntryId":"b","tokensBefore":1,` +
			`"details":{},"usage":{},"fromHook":false,"systemMessage":{}}`,
		`{"type":"custom_message","customType":"c","content":"x","display":true,"id":"a","parentId":null,"timestamp":"t","details":{}}`,
		`{"type":"branch_summary","id":"a","parentId":null,"timestamp":"t","fromId":"b","summary":"s","details":{},"usage":{},"fromHook":false}`,
		`{"type":"context_edit","id":"a","parentId":null,"timestamp":"t","targetId":"b","replacement":null}`,
		`{"type":"model_change","id":"a","parentId":null,"timestamp":"t","provider":"p","modelId":"m"}`,
	} {
		if Parse([]byte(line)).Has(0, RepeatedKey) {
			t.Errorf("a key is taken for a repeated one: %s", line)
		}
	}
	if !Parse([]byte(`{"type":"message","message":{"content":[{"type":"text","text":"a","text":"b"}]}}`)).Has(0, RepeatedKey) {
		t.Error("a repeated key of a block is not seen")
	}
}
