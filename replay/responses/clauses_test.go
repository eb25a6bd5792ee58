package responses_test

import (
	"encoding/base64"
	"regexp"
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

// sample is a request with one fault beside its sound twin of the same shape.
type sample struct {
	id, text       string // the clause: its id and a part of its text
	bad, good      string
	message, param string
	profiles       []string
}

var hole = regexp.MustCompile(`\{[a-z]+\}`)

func TestClauses(t *testing.T) {
	for _, c := range cases {
		judge(t, responses.Contract, c)
	}
	for _, c := range codexCases {
		judge(t, responses.CodexContract, c)
	}
}

func judge(t *testing.T, judging *contract.Contract, c sample) {
	t.Helper()
	name := c.id + " " + c.text
	bad := judging.Judge([]byte(c.bad), c.profiles...)
	i := slices.IndexFunc(bad, func(v contract.Violation) bool {
		return v.Clause.ID == c.id && strings.Contains(v.Clause.Text, c.text)
	})
	if i < 0 {
		t.Errorf("%s: not found, got %v", name, bad)
		return
	}
	if c.param != "" && bad[i].Param != c.param {
		t.Errorf("%s: got param %s, want %s", name, bad[i].Param, c.param)
	}
	if c.message != "" && bad[i].Message != c.message {
		t.Errorf("%s: got %q\nwant %q", name, bad[i].Message, c.message)
	}
	if hole.MatchString(bad[i].Message + bad[i].Param + bad[i].Code) {
		t.Errorf("%s: a hole is left in %q, %q, %q", name, bad[i].Message, bad[i].Param, bad[i].Code)
	}
	if good := judging.Judge([]byte(c.good), c.profiles...); len(good) > 0 {
		t.Errorf("%s: its sound twin breaks %v", name, good)
	}
}

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestEveryClauseHasACase(t *testing.T) {
	var all []contracttest.Case
	for _, c := range slices.Concat(cases, codexCases) {
		all = append(all, contracttest.Case{ID: c.id, Bad: c.bad, Good: c.good, Profiles: c.profiles})
	}
	for _, c := range []*contract.Contract{responses.Contract, responses.AzureContract, responses.CodexContract} {
		contracttest.Covered(t, c, all)
	}
}
