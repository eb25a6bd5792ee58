package integrity

import (
	"encoding/json"
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
stands. Cut JSON makes pi fail; an item without a summary or its cipher, with a damaged
id, or with nothing behind it because the turn was cut off, is refused. What can be
mended is; else the signature goes, so that the thinking stays and is not sent.`,
	Layer: Content, Severity: Error, Classes: []string{"K07", "K09", "K13", "A11"},
	Check: func(p *Pass) {
		done := map[int]bool{}
		for _, leaf := range p.Log.Leaves() {
			s := p.settings(leaf)
			if !strings.Contains(s.API, "responses") {
				continue
			}
			for _, line := range p.Log.Context(leaf) {
				if done[line] || speech(p.Log, line) != assistant || p.Log.Dead(line) {
					continue
				}
				if a, own := p.own(line, s); own {
					done[line] = true
					if a.broken {
						p.checkReasoning(p.entry(line), "message.content")
					}
				}
			}
			for _, r := range p.replacedIn(leaf) {
				if !done[r.edit] && speech(p.Log, r.target) == assistant && isOwn(p.entry(r.target), s) {
					done[r.edit] = true
					p.checkReasoning(p.entry(r.edit), replacedContent)
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

// checkReasoning looks at the content of an answer, in its message or in an edit.
func (p *Pass) checkReasoning(e sessionlog.Entry, content string) {
	blocks := e.Get(content).Array()
	last := lastItem(blocks)
	for n, b := range blocks {
		at := fmt.Sprintf("%s.%d", content, n)
		if b.Get("type").String() == "text" && badItemID(b.Get("textSignature").String()) {
			p.Report(Finding{Line: e.Line, Message: "the item id of a text is damaged", Fixes: []Fix{{
				Message: "remove it", Ops: []sessionlog.Op{p.deleteIn(e, at, b, "textSignature")}}}})
		}
		sig := b.Get("thinkingSignature")
		if b.Get("type").String() != "thinking" || sig.String() == "" {
			continue
		}
		with, fault, fix := mendReasoning(sig.String(), n > last)
		if fault == "" {
			continue
		}
		op := replaceWith(e.Line, e.SetIn(at, "thinkingSignature", sessionlog.Quote(with)))
		if with == "" {
			op = p.deleteIn(e, at, b, "thinkingSignature")
		}
		p.Report(Finding{Line: e.Line, Message: fault, Fixes: []Fix{{Message: fix, Ops: []sessionlog.Op{op}}}})
	}
}

// lastItem returns the last block that makes an item of its own, -1 when none does.
func lastItem(blocks []gjson.Result) int {
	for n := len(blocks) - 1; n >= 0; n-- {
		if typ := blocks[n].Get("type").String(); typ == "text" || typ == "toolCall" {
			return n
		}
	}
	return -1
}

// brokenItems reports whether checkReasoning finds anything in the content of an answer.
func brokenItems(blocks []gjson.Result) bool {
	last := lastItem(blocks)
	for n, b := range blocks {
		switch b.Get("type").String() {
		case "text":
			if badItemID(b.Get("textSignature").String()) {
				return true
			}
		case "thinking":
			if sig := b.Get("thinkingSignature").String(); sig != "" {
				if _, fault, _ := mendReasoning(sig, n > last); fault != "" {
					return true
				}
			}
		}
	}
	return false
}

// deleteIn takes a member out of a block.
func (p *Pass) deleteIn(e sessionlog.Entry, at string, b gjson.Result, name string) sessionlog.Op {
	raw, err := sjson.Delete(b.Raw, name)
	if err != nil {
		p.fail(err)
	}
	span, _ := e.ValueSpan(at)
	return replace(e.Line, span, raw)
}

// cipher is what the encrypted content of an item consists of, and letters what its
// id does.
const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	cipher  = letters + "+/=.:"
)

// badItemID reports whether the id in the signature of a text is one that the service
// refuses. A signature of another form than pi's is the id as a whole, and pi shortens
// what is longer than 64 (pi-ai openai-responses-shared.js).
func badItemID(sig string) bool {
	id := sig
	if strings.HasPrefix(sig, "{") && json.Valid([]byte(sig)) {
		of := gjson.Parse(sig)
		if v := of.Get("v"); v.Type == gjson.Number && v.Num == 1 && of.Get("id").Type == gjson.String {
			id = of.Get("id").String()
		}
	}
	return id != "" && len(id) <= 64 && (!strings.HasPrefix(id, "msg") || strings.Trim(id, letters) != "")
}

// mendReasoning returns the item that should stand in a signature, "" for none.
func mendReasoning(sig string, last bool) (with, fault, fix string) {
	const drop = "remove the signature, so that the thinking is not sent"
	item := gjson.Parse(sig)
	switch {
	case !json.Valid([]byte(sig)) || !item.IsObject():
		return "", "the signature of a thinking block is no reasoning item", drop
	case last:
		return "", "nothing follows a reasoning item", drop
	case isDamaged(item):
		return "", "a reasoning item is damaged", drop
	case item.Get("id").Type == gjson.String && item.Get("encrypted_content").Type == gjson.Null:
		return "", "a reasoning item names one that the service has not kept", drop
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

// isDamaged reports whether an item is of another type than reasoning, or has an id or
// a member that the service does not know.
func isDamaged(item gjson.Result) (damaged bool) {
	id := item.Get("id").String()
	if item.Get("type").String() != "reasoning" || len(id) > 64 || strings.Trim(id, letters) != "" {
		return true
	}
	item.ForEach(func(key, value gjson.Result) bool {
		switch key.String() {
		case "type", "id", "summary", "content", "encrypted_content", "status":
		default:
			damaged = true
		}
		return !damaged
	})
	return damaged
}
