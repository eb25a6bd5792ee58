package responses_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
	"github.com/pi-fix/pi-fix/replay/responses"
)

// full makes a whole body of items.
func full(items ...string) string {
	return `{"model":"m","store":false,"input":[` + strings.Join(items, ",") + `]}`
}

func with(member string) string { return strings.Replace(full(user), `{`, `{`+member+`,`, 1) }

// codex makes a whole body for the service behind Codex.
func codex(items ...string) string {
	return strings.Replace(full(items...), `{`, `{"stream":true,"instructions":"Be good.",`, 1)
}

func said(role, content string) string { return `{"role":"` + role + `","content":` + content + `}` }

const user = `{"role":"user","content":[{"type":"input_text","text":"hi"}]}`

func message(id string) string {
	return `{"type":"message","role":"assistant","status":"completed","id":"` + id +
		`","content":[{"type":"output_text","text":"a","annotations":[]}]}`
}

func call(id string) string {
	return `{"type":"function_call","call_id":"` + id + `","name":"read","arguments":"{}"}`
}

func called(id, itemID string) string {
	return strings.Replace(call(id), `{"type"`, `{"id":"`+itemID+`","type"`, 1)
}

func output(id string) string {
	return `{"type":"function_call_output","call_id":"` + id + `","output":"x"}`
}

// asked makes a body with a call of c1 and what follows it.
func asked(rest ...string) string { return full(append([]string{user, call("c1")}, rest...)...) }

func pictured(url string) string {
	return full(said("user", `[{"type":"input_image","detail":"auto","image_url":"`+url+`"}]`))
}

func thought(id, cipher string) string {
	return `{"type":"reasoning","id":"` + id + `","summary":[],"encrypted_content":"` + cipher + `"}`
}

var (
	sound  = asked(output("c1"))
	cipher = "gAAAAAB" + strings.Repeat("x_-9", 30) + "=="
	png    = "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1A\n0123456789abcdef"))
	long   = strings.Repeat("a", 65)
	hex    = strings.Repeat("0a1b2c3d", 6)
)

type sample = contracttest.Sample

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestClauses(t *testing.T) {
	contracttest.Check(t, responses.Contract, cases)
	contracttest.Check(t, responses.CodexContract, codexCases)
	all := slices.Concat(cases, codexCases)
	for _, c := range []*contract.Contract{responses.Contract, responses.AzureContract, responses.CodexContract} {
		contracttest.Covered(t, c, all)
	}
}
