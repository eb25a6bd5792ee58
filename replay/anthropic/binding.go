package anthropic

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
)

const invalidSignature = place + ": Invalid `signature` in `thinking` block"

// binding holds the clauses of models whose thinking is bound to what stood
// before it, as far as a request or a seal shows that a block is not where it was
// made. The service says more in a second sentence: which header its setting needs,
// which no body tells, and what has changed.
func binding() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "anthropic/thinking-signature-invalid", Text: invalidSignature, Profiles: []string{PrefixBinding},
			Source: "can1357/oh-my-pi#6379, openclaw/openclaw#91205",
			Check: onBlocks(thinking, func(b *block, report contract.Report) {
				if s := b.at.Get("signature"); s.Kind() == js.String && s.Text() != "" && !genuine(s.Text()) {
					report(b.at)
				}
			}),
		},
		{
			ID: "anthropic/thinking-prefix-binding", Profiles: []string{PrefixBinding},
			Text: invalidSignature + ". The block is bound to a different conversation. Remove the block, or set " +
				"`thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".",
			Source: "https://platform.claude.com/docs/en/api/errors", Check: onRequest(checkBinding),
		},
	}
}

// shortest is the length under which no signature of the service is known.
const shortest = 100

func genuine(signature string) bool { return len(signature) >= shortest && picture.Base64(signature) }

// checkBinding reports signed thinking that nobody has asked for, signatures that
// occur again, as one of the places is not its own, and thinking with a seal of
// another conversation than the one before it.
func checkBinding(v *view, report contract.Report) {
	if v.body.Get("thinking").Get("block_binding").Get("prefix_mismatch_behavior").Text() == "drop_block" {
		return
	}
	seen, asked := map[string]bool{}, false
	before, sealed := begin(v.body), hasSeals(v)
	for _, m := range v.messages {
		asked = asked || m.role == "user"
		for _, b := range v.blocks(m) {
			signature := b.signature()
			if b.kind != thinking && b.kind != redacted || signature == "" {
				continue
			}
			s, ok, _ := readSeal(signature)
			if b.kind == thinking && (!asked || seen[signature]) || ok && s.conversation != before.sum() {
				report(b.at)
			}
			seen[signature] = true
		}
		if sealed {
			before.message(m.at)
		}
	}
}

func hasSeals(v *view) bool {
	for i := range v.top {
		b := &v.top[i]
		if (b.kind == thinking || b.kind == redacted) && strings.HasPrefix(b.signature(), sealBeginning) {
			return true
		}
	}
	return false
}
