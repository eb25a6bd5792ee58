package anthropic

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// sealed holds the clauses on thoughts that were given out here. What other services
// have signed, is taken as it is.
func sealed() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "anthropic/thinking-modified",
			Text: place + ": `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. " +
				"These blocks must remain as they were in the original response.",
			Source: "anthropics/claude-code#19539, #25361, #63203, vybestack/llxprt-code#1653", Check: onRequest(checkModified),
		},
		{
			ID: "anthropic/thinking-signature-invalid", Text: invalidSignature,
			Source: "can1357/oh-my-pi#6379, openclaw/openclaw#91205",
			Check: onBlocks(thinking, func(b *block, report contract.Report) {
				if _, _, forged := readSeal(b.signature()); forged {
					report(b.at)
				}
			}),
		},
		{
			ID: "anthropic/redacted-thinking-data-invalid", Text: place + ": Invalid `data` in `redacted_thinking` block",
			Source: "microsoft/vscode#320196",
			Check: onBlocks(redacted, func(b *block, report contract.Report) {
				if _, _, forged := readSeal(b.signature()); forged {
					report(b.at)
				}
			}),
		},
	}
}

// signature returns what the service signed a thought with.
func (b *block) signature() string {
	if b.kind == redacted {
		return b.at.Get("data").Text()
	}
	return b.at.Get("signature").Text()
}

// checkModified compares the thoughts of the last assistant message with the answer
// that they were given out in: they are all there, in their order, of one answer, and
// nothing was put in front of them. That all of them are gone is no fault.
func checkModified(v *view, report contract.Report) {
	if !v.has(thinking) && !v.has(redacted) {
		return
	}
	last := len(v.talk) - 1
	for last >= 0 && v.talk[last].role != "assistant" {
		last--
	}
	if last < 0 {
		return
	}
	var first seal
	var at *block
	found, behind := uint16(0), uint16(0)
	blocks := v.blocks(v.talk[last])
	for i := range blocks {
		b := &blocks[i]
		if b.kind != thinking && b.kind != redacted {
			if b.kind != text || strings.TrimSpace(b.get(mText).Text()) != "" {
				behind++
			}
			continue
		}
		s, ok, _ := readSeal(b.signature())
		if !ok || s.index == unnumbered {
			continue
		}
		if found == 0 {
			first = s
		}
		if s.conversation != first.conversation || s.of != first.of || s.index != found || s.behind < behind {
			report(b.at)
			return
		}
		at = b
		found++
	}
	if at != nil && found < first.of {
		report(at.at)
	}
}
