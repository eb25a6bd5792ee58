package integrity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentBadSignature = &Rule{
	ID: "content-bad-signature",
	Doc: `thinking of Claude has a signature that is none of Claude's

Another service or a proxy left it there, or it was cut off: Anthropic answers HTTP
400 to every request that holds it. Of a turn's thinking it takes all or none, so all
of it goes. Thinking without any signature is sent as plain text by pi; that is told
and left alone.`,
	Layer: Content, Severity: Error, Classes: []string{"K02", "K03", "K05"},
	Check: func(p *Pass) {
		p.oddlySigned(func(e sessionlog.Entry) {
			content := e.Get("message.content")
			p.checkSignatures(e.Line, content, func(list string) sessionlog.Op { return setContent(e, list) })
		})
		p.signedInEdits(func(e sessionlog.Entry) {
			content := e.Get(replacedContent)
			p.checkSignatures(e.Line, content, func(list string) sessionlog.Op { return setReplaced(e, list) })
		})
	},
}

func (p *Pass) checkSignatures(line int, content gjson.Result, set func(list string) sessionlog.Op) {
	fault, signed := badSignature(content)
	switch {
	case fault == "":
	case !signed:
		p.Report(Finding{Line: line, Message: fault})
	default:
		p.Report(Finding{Line: line, Message: fault, Fixes: []Fix{dropThinking(content, set)}})
	}
}

// signedInEdits calls f for each edit in force that puts something into an answer of
// the very Claude that a leaf goes on with.
func (p *Pass) signedInEdits(f func(sessionlog.Entry)) {
	if !p.replaces() {
		return
	}
	done := map[int]bool{}
	for s, c := range p.contexts(claudeLeaf) {
		for _, r := range p.replacedIn(c) {
			if !done[r.edit] && speech(p.Log, r.target) == assistant && p.isOwn(r.target, s) {
				done[r.edit] = true
				f(p.entry(r.edit))
			}
		}
	}
}

// oddlySigned calls f for each turn of Claude whose thinking has odd signatures and
// is sent as thinking: of the very model that a leaf goes on with.
func (p *Pass) oddlySigned(f func(sessionlog.Entry)) {
	if !p.any(sessionlog.OddSignature) {
		return
	}
	done := map[int]bool{}
	for s, c := range p.contexts(claudeLeaf) {
		for _, line := range c.Lines[c.Shared:] {
			if !done[line] && p.answered(line, sessionlog.OddSignature) && p.isOwn(line, s) {
				done[line] = true
				f(p.entry(line))
			}
		}
	}
}

// answered reports whether the line is an answer that pi sends and that has the fact.
func (p *Pass) answered(line int, fact sessionlog.Flags) bool {
	return p.Log.Has(line, fact) && speech(p.Log, line) == assistant && !p.Log.Dead(line)
}

// any reports whether some answer has the fact.
func (p *Pass) any(fact sessionlog.Flags) bool {
	for i := range p.Log.With(fact) {
		if p.answered(i, fact) {
			return true
		}
	}
	return false
}

// ofClaude reports whether a model is one of Claude's in an API that signs thinking.
func ofClaude(s sessionlog.Settings) bool {
	return (s.API == "anthropic-messages" || strings.HasPrefix(s.API, "bedrock-")) &&
		strings.Contains(strings.ToLower(s.Model), "claude")
}

// claudeLeaf wants the contexts of leaves that go on with such a model.
func claudeLeaf(_ int, s sessionlog.Settings) bool { return ofClaude(s) }

// badSignature says what is wrong with the signatures of a turn, "" for nothing,
// and whether there are any.
func badSignature(content gjson.Result) (fault string, signed bool) {
	var some, none bool
	for _, b := range content.Array() {
		sig := b.Get("thinkingSignature")
		switch {
		case !isThinking(b) || b.Get("redacted").Bool():
		case strings.TrimSpace(sig.String()) == "":
			none = none || strings.TrimSpace(b.Get("thinking").String()) != ""
		case sig.Type != gjson.String || !sessionlog.ClaudeSignature([]byte(sig.String())):
			return "the signature of the thinking is " + notGenuine(sig), true
		default:
			some = true
		}
	}
	switch {
	case some && none:
		return "some thinking of the turn is signed and some is not", true
	case none:
		return "the thinking is not signed, so pi sends it as plain text", false
	}
	return "", false
}

// notGenuine says why a signature is none of Claude's.
func notGenuine(sig gjson.Result) string {
	text := sig.String()
	letters := strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") == ""
	if sig.Type == gjson.String && letters && len(text) >= 50 {
		return fmt.Sprintf("cut off after %d characters", len(text))
	}
	return "not Claude's: " + printable(text[:min(len(text), 40)])
}

// dropThinkingOf is the fix that takes all thinking out of a turn's own content.
func (p *Pass) dropThinkingOf(line int) Fix {
	e := p.entry(line)
	return dropThinking(e.Get("message.content"), func(list string) sessionlog.Op { return setContent(e, list) })
}

// dropThinking is the fix that takes all thinking out of a turn.
func dropThinking(content gjson.Result, set func(list string) sessionlog.Op) Fix {
	kept := slices.DeleteFunc(content.Array(), isThinking)
	raw := make([]string, len(kept))
	for i, b := range kept {
		raw[i] = b.Raw
	}
	return Fix{Message: "remove the thinking of the turn", Lossy: true,
		Ops: []sessionlog.Op{set("[" + strings.Join(raw, ",") + "]")}}
}
