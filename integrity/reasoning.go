package integrity

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentBrokenReasoning = &Rule{
	ID: "content-broken-reasoning",
	Doc: `a reasoning item is one that OpenAI Responses refuses

pi stores the item as JSON in the signature of the thinking and sends it back as it
stands. Cut JSON makes pi fail; an item without a summary, or with nothing behind it
because the turn was cut off, is refused. What can be mended is; else the signature
goes, so that the thinking stays in the session and is not sent.`,
	Layer: Content, Severity: Error, Classes: []string{"K07", "K09", "K13", "A11"},
	Check: func(p *Pass) {
		done := map[int]bool{}
		for _, leaf := range p.Log.Leaves() {
			s := p.settings(leaf)
			if !strings.Contains(s.API, "responses") {
				continue
			}
			for _, line := range p.Log.Context(leaf) {
				if !done[line] && speech(p.Log, line) == assistant && !p.Log.Dead(line) {
					if e := p.entry(line); isOwn(e, s) {
						done[line] = true
						p.checkReasoning(e)
					}
				}
			}
		}
	},
}

// isOwn reports whether the answer is of the very model that the session goes on
// with: pi sends signatures back to no other.
func isOwn(e sessionlog.Entry, s sessionlog.Settings) bool {
	return e.Get("message.provider").String() == s.Provider && e.Get("message.model").String() == s.Model &&
		e.Get("message.api").String() == s.API
}

func (p *Pass) checkReasoning(e sessionlog.Entry) {
	blocks := e.Get("message.content").Array()
	last := -1 // the last block that makes an item of its own
	for n, b := range blocks {
		if typ := b.Get("type").String(); typ == "text" || typ == "toolCall" {
			last = n
		}
	}
	for n, b := range blocks {
		sig := b.Get("thinkingSignature")
		if b.Get("type").String() != "thinking" || sig.String() == "" {
			continue
		}
		with, fault, fix := mendReasoning(sig.String(), n > last)
		if fault == "" {
			continue
		}
		at := fmt.Sprintf("message.content.%d", n)
		op := replaceWith(e.Line, e.SetIn(at, "thinkingSignature", sessionlog.Quote(with)))
		if with == "" {
			raw, err := sjson.Delete(b.Raw, "thinkingSignature")
			if err != nil {
				p.fail(err)
			}
			span, _ := e.ValueSpan(at)
			op = replace(e.Line, span, raw)
		}
		p.Report(Finding{Line: e.Line, Message: fault, Fixes: []Fix{{Message: fix, Ops: []sessionlog.Op{op}}}})
	}
}

// cipher is what the encrypted content of an item consists of.
const cipher = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=.:"

// mendReasoning returns the item that should stand in a signature, "" for none.
func mendReasoning(sig string, last bool) (with, fault, fix string) {
	const drop = "remove the signature, so that the thinking is not sent"
	item := gjson.Parse(sig)
	switch {
	case !gjson.Valid(sig) || !item.IsObject():
		return "", "the signature of a thinking block is no reasoning item", drop
	case last:
		return "", "nothing follows a reasoning item", drop
	case strings.Trim(item.Get("encrypted_content").String(), cipher) != "":
		return "", "the cipher of a reasoning item is damaged", drop
	case !item.Get("summary").IsArray():
		with, err := sjson.SetRaw(sig, "summary", "[]")
		if err != nil {
			return "", "a reasoning item has no summary", drop
		}
		return with, "a reasoning item has no summary", "add an empty one"
	}
	return "", "", ""
}
