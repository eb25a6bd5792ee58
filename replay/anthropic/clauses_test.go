package anthropic_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/anthropic"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
)

// full makes a whole body of a list of messages.
func full(messages string) string {
	if strings.HasPrefix(messages, "{\"model\"") || !strings.HasPrefix(messages, "[") {
		return messages
	}
	return `{"model":"m","max_tokens":9,"tools":[{"name":"read","input_schema":{}}],"messages":` + messages + `}`
}

// with makes a whole body whose first user message holds one block more.
func with(block string) string {
	return full(`[{"role":"user","content":[{"type":"text","text":"hi"},` + block + `]}]`)
}

// asked makes a body with a call of c1 and what follows it.
func asked(rest string) string {
	return full(`[{"role":"user","content":"hi"},{"role":"assistant","content":[` + use("c1") + `]},` + rest + `]`)
}

func use(id string) string {
	return `{"type":"tool_use","id":"` + id + `","name":"read","input":{}}`
}

func result(id string) string {
	return `{"type":"tool_result","tool_use_id":"` + id + `","content":"x"}`
}

func said(role, content string) string {
	return `{"role":"` + role + `","content":` + content + `}`
}

// answered is the end of a sound exchange about c1.
func answered(block string) string {
	return full(`[{"role":"user","content":"hi"},{"role":"assistant","content":[` + block + `,` + use("c1") + `]},` +
		`{"role":"user","content":[` + result("c1") + `]}]`)
}

var png = base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1A\n0123456789abcdef"))

func picture(media, data string) string {
	return `{"type":"image","source":{"type":"base64","media_type":"` + media + `","data":"` + data + `"}}`
}

func server(kind, id string) string {
	if kind == "server_tool_use" {
		return `{"type":"server_tool_use","id":"` + id + `","name":"web_search","input":{}}`
	}
	return `{"type":"` + kind + `","tool_use_id":"` + id + `","content":[]}`
}

type sample = contracttest.Sample

var cases = slices.Concat(bodyCases, schemaCases, shapeCases, pairCases, thinkingCases, profileCases, limitCases, sealCases)

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestClauses(t *testing.T) {
	contracttest.Check(t, anthropic.Contract, cases)
	contracttest.Covered(t, anthropic.Contract, cases)
}
