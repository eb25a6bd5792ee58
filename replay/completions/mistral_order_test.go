package completions_test

import (
	"testing"

	"github.com/pi-fix/pi-fix/replay/completions"
	"github.com/pi-fix/pi-fix/replay/contract"
)

// Mistral looks at the list as a whole before it looks at a message, and finds out
// who may speak before it counts.
func TestOrderOfMistral(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{full(calling(call("bad id")), said("user", `"a"`), said("assistant", `"b"`)), "mistral/last-role"},
		{full(said("user", `"a"`), tool("bad id"), calling(call("c")), said("user", `"b"`)), "mistral/role-order"},
		{full(calling(call("bad id")), said("user", `"a"`)), "mistral/call-count"},
		{full(said("user", `3`), tool("bad id")), "openai-chat/content-type"},
		{full(calling(call("bad id")), tool("bad id"), said("assistant", `""`), said("user", `"a"`)), "mistral/tool-call-id-format"},
	} {
		v := contract.Refusal(completions.Contract.Judge([]byte(test.body), completions.Mistral))
		if v == nil || v.Clause.ID != test.want {
			t.Errorf("%s: refused by %v, want %s", test.body, v, test.want)
		}
	}
}
