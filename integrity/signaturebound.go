package integrity

import (
	"crypto/sha256"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentBoundThinking = &Rule{
	ID: "content-bound-thinking",
	Doc: `signed thinking does not stand behind what it was signed for

From Claude 5.1 on the signature of thinking holds for the conversation before it:
whatever is changed, added or taken away there, Anthropic then answers HTTP 400, and
so a repair would trade one refusal for another. The same plan removes that thinking,
which may be missing; all other thinking stays. Without a repair it shows where
nothing at all stands before it, or the same thinking.`,
	Layer: Content, Severity: Error, Classes: []string{"K04"},
	Check: func(p *Pass) {
		if !p.any(sessionlog.Signed) {
			return
		}
		done := map[int]bool{}
		report := func(line int, why string) {
			if !done[line] {
				done[line] = true
				p.Report(Finding{Line: line, Message: why, Fixes: []Fix{p.dropThinkingOf(line)}})
			}
		}
		p.strayThinking(report)
		if p.Was != nil && p.Was != p.Log {
			p.movedThinking(report)
		}
	},
}

// boundLeaf wants the contexts of leaves whose model's thinking is bound to its place.
func boundLeaf(_ int, s sessionlog.Settings) bool { return ofClaude(s) && bound(s.Model) }

// strayThinking reports signed thinking of which its context shows by itself that
// it is not where it was signed: nothing stands before it, or the same thinking.
// All that follows it is older than the damage, since pi never got an answer to a
// request with it, and so not where it was signed either.
func (p *Pass) strayThinking(report func(line int, why string)) {
	alike := p.alike()
	sofar := []standing{{}} // before each line of the context
	var seen met[string, bool]
	for s, c := range p.contexts(boundLeaf) {
		sofar = sofar[:c.Shared+1]
		seen.back(c.Shared)
		for at := c.Shared; at < len(c.Lines); at++ {
			line, is := c.Lines[at], sofar[at]
			switch k := speech(p.Log, line); {
			case p.hidden(c, line):
			case k == user || k == result || k == compaction:
				is.asked = true
			case p.answered(line, sessionlog.Signed) && (!is.asked || is.lost || alike[line]) && p.isOwn(line, s):
				_, again := seen.add(at, signatures(p.entry(line).Get("message.content")), true)
				if why := is.stray(again); why != "" {
					report(line, why)
				}
				is.lost = is.lost || !is.asked || again
			}
			sofar = append(sofar, is)
		}
	}
}

// standing is what has come in a context before a line: a question, and thinking that
// is not where it was signed.
type standing struct{ asked, lost bool }

// stray says why signed thinking is not where it was signed, "" where nothing shows that.
func (is standing) stray(again bool) string {
	switch {
	case is.lost:
		return "earlier thinking is not where it was signed, so what stands before this has changed too"
	case !is.asked:
		return "nothing stands before the thinking, whose signature holds for what was there"
	case again:
		return "the thinking repeats that of an earlier turn, whose signature holds for that place"
	}
	return ""
}

// alike returns the turns with signed thinking that are as long as another one. A
// turn that was written twice is among them, and no other has to be read again.
func (p *Pass) alike() map[int]bool {
	out, of := map[int]bool{}, map[int64]int{}
	for line := range p.Log.With(sessionlog.Signed) {
		if !p.answered(line, sessionlog.Signed) {
			continue
		}
		n := p.Log.Body(line).Len()
		if first, ok := of[n]; ok {
			out[first], out[line] = true, true
		} else {
			of[n] = line
		}
	}
	return out
}

// movedThinking reports signed thinking that stands, in some context, behind
// something else than it did in any before the repair.
func (p *Pass) movedThinking(report func(line int, why string)) {
	var before map[string]map[place]bool // made when there is a turn to judge
	p.boundTurns(p.Log, func(line int, signed string, at place) {
		if before == nil {
			before = map[string]map[place]bool{}
			p.boundTurns(p.Was, func(_ int, signed string, at place) {
				if before[signed] == nil {
					before[signed] = map[place]bool{}
				}
				before[signed][at] = true
			})
		}
		if !before[signed][at] {
			report(line, "a repair changes what stands before the thinking, whose signature holds for that")
		}
	})
}

// boundTurns calls f for the turns with bound thinking in the contexts of all
// leaves, with its signatures, by which it is known whatever its id.
func (p *Pass) boundTurns(log *sessionlog.Log, f func(line int, signed string, at place)) {
	before := []place{{}} // what stands before each line of the context
	for s, c := range p.contextsIn(log, boundLeaf) {
		before = before[:c.Shared+1]
		for n := c.Shared; n < len(c.Lines); n++ {
			said, err := c.Said(n)
			if err != nil {
				p.fail(err)
			}
			at := before[n]
			for _, m := range said {
				if log.Dead(m.Line) || m.Role == sessionlog.RoleBash && log.Has(m.Line, sessionlog.Silent) {
					continue
				}
				if m.Role == sessionlog.RoleAssistant && answers(m, s) {
					if signed := signatures(gjson.ParseBytes(m.Content)); signed != "" {
						f(m.Line, signed, at)
					}
				}
				at = at.behind(m)
			}
			before = append(before, at)
		}
	}
}

// place is a digest of the messages before a turn, thinking aside.
type place [sha256.Size]byte

// bound reports whether a model's thinking is bound to its place (preserved
// thinking in Anthropic's documentation: Fable 5.1, Opus 5.5, Sonnet 5.5 and later).
func bound(model string) bool {
	found := claudeVersion().FindStringSubmatch(strings.NewReplacer(".", "-", "_", "-", ":", "-").Replace(strings.ToLower(model)))
	if found == nil {
		return false
	}
	// The pattern has at most two digits in each place.
	major, _ := strconv.Atoi(found[1])
	minor, _ := strconv.Atoi(found[2])
	return 100*major+minor > 500
}

var claudeVersion = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`claude-(?:[a-z]+-)?(\d{1,2})(?:-(\d{1,2})(?:\D|$))?`)
})

// signatures returns what the thinking in a content is signed with, "" for none.
func signatures(content gjson.Result) string {
	var b strings.Builder
	for _, block := range content.Array() {
		if isThinking(block) {
			b.WriteString(block.Get("thinkingSignature").String())
		}
	}
	return b.String()
}

// answers reports whether the message is of the model that the leaf goes on with.
func answers(m sessionlog.Message, s sessionlog.Settings) bool {
	of := gjson.GetManyBytes(m.JSON, "provider", "model", "api")
	return of[0].String() == s.Provider && of[1].String() == s.Model && of[2].String() == s.API
}

// sentParts are the members of messages that reach the service, beside the content.
func sentParts(role sessionlog.Role) []string {
	switch role {
	case sessionlog.RoleToolResult:
		return []string{"toolCallId", "isError"}
	case sessionlog.RoleBash:
		return []string{"command", "output", "exitCode", "cancelled", "truncated", "fullOutputPath"}
	case sessionlog.RoleBranchSummary, sessionlog.RoleCompactionSummary:
		return []string{"summary"}
	case sessionlog.RoleSystem:
		return []string{"sections", "toolsAdded", "toolsRemoved"}
	}
	return nil
}

// behind returns the place behind a message.
func (at place) behind(m sessionlog.Message) place {
	h := sha256.New()
	part := func(text string) {
		h.Write(strconv.AppendInt(nil, int64(len(text)), 10))
		h.Write([]byte{' '})
		h.Write([]byte(text))
	}
	h.Write(at[:])
	part(m.Role.String())
	content := gjson.ParseBytes(m.Content)
	if m.Role == sessionlog.RoleAssistant && content.IsArray() {
		for _, b := range slices.DeleteFunc(content.Array(), isThinking) {
			part(b.Raw)
		}
	} else {
		part(string(m.Content))
	}
	for _, name := range sentParts(m.Role) {
		part(gjson.GetBytes(m.JSON, name).Raw)
	}
	return place(h.Sum(nil))
}
