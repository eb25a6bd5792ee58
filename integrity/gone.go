package integrity

import (
	"bytes"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// gone is what the session as it came tells of lines that are lost: once lines are
// taken out and entries relinked, nothing of it can be seen any more. Each part is
// looked for when it is asked for, since a line can be as long as the file.
type gone struct {
	// behind holds the entries whose parent was lost, and the id of that parent.
	behind map[sessionlog.Key]sessionlog.Key
	// above holds the ids that can be read in damaged lines, and the parentId that
	// stands with each, "" for a root.
	above map[string]string
	// known holds what became of looking for the parents of lost entries.
	known map[string]int
}

// goneBehind returns the entries whose parent is lost.
func (p *Pass) goneBehind() map[sessionlog.Key]sessionlog.Key {
	if p.known.gone.behind != nil {
		return p.known.gone.behind
	}
	out := map[sessionlog.Key]sessionlog.Key{}
	p.known.gone.behind = out
	for i := 0; p.Was != nil && i < p.Was.Len(); i++ {
		if !p.Was.IsEntry(i) || p.Was.Parent(i) != sessionlog.Dangling || p.Was.ID(i) == 0 {
			continue
		}
		e, err := p.Was.Entry(i)
		if err != nil {
			p.fail(err)
			continue
		}
		out[p.Was.ID(i)] = sessionlog.KeyOf(e.Get("parentId").String())
	}
	return out
}

// goneAbove reads the damaged lines.
func (p *Pass) goneAbove() *gone {
	g := &p.known.gone
	if g.above != nil {
		return g
	}
	g.above, g.known = map[string]string{}, map[string]int{}
	for i := 0; p.Was != nil && i < p.Was.Len(); i++ {
		if p.Was.Kind(i) == sessionlog.KindDamaged {
			b, err := p.Was.Bytes(p.Was.Body(i))
			if err != nil {
				p.fail(err)
			}
			g.read(b)
		}
	}
	return g
}

// read notes the ids at the beginning of each record in a damaged line. pi writes
// type, id and parentId first, so they outlast most of what happens to a line.
func (g *gone) read(line []byte) {
	for {
		at := bytes.Index(line, entryStart)
		if at < 0 {
			return
		}
		line = line[at+len(entryStart):]
		rest, ok := member(line, `","id":"`)
		if !ok {
			continue
		}
		id, rest, ok := bytes.Cut(rest, []byte(`","parentId":`))
		if !ok || bytes.ContainsAny(id, "\\\"\x00") {
			continue
		}
		if bytes.HasPrefix(rest, []byte("null,")) {
			g.above[string(id)] = ""
		} else if parent, ok := member(rest, `"`); ok {
			if end := bytes.IndexAny(parent, "\\\"\x00"); end > 0 && parent[end] == '"' {
				g.above[string(id)] = string(parent[:end])
			}
		}
	}
}

// member returns what stands behind a key that follows a word of letters and
// underscores, or at once.
func member(text []byte, key string) ([]byte, bool) {
	word := 0
	for word < len(text) && (text[word] == '_' || text[word]|32 >= 'a' && text[word]|32 <= 'z') {
		word++
	}
	return bytes.CutPrefix(text[word:], []byte(key))
}

// parentOfLost returns the entry that a lost one stood behind, where its line still
// tells: [sessionlog.Root] for a root, [sessionlog.Dangling] when nobody knows.
func (p *Pass) parentOfLost(id string) int {
	g := p.goneAbove()
	end, trail := sessionlog.Dangling, []string(nil)
	for {
		if at, ok := g.known[id]; ok {
			end = at
			break
		}
		parent, ok := g.above[id]
		g.known[id] = end // until it is known, and for good where lost entries go in a circle
		trail = append(trail, id)
		if !ok {
			break
		}
		if parent == "" {
			end = sessionlog.Root
			break
		}
		if at := p.Log.Find(sessionlog.KeyOf(parent)); at >= 0 {
			end = at
			break
		}
		id = parent
	}
	for _, id := range trail {
		g.known[id] = end
	}
	return end
}

// behindLost returns the entry from which on a compaction kept for certain, although
// the one that it names is lost: that was followed by an entry whose parent is lost.
// Where it cannot have been but one of several, the last of them; -1 when there is none.
func (p *Pass) behindLost(comp int, named string) int {
	behind, key, last := p.goneBehind(), sessionlog.KeyOf(named), -1
	for i, steps := comp, 0; i >= 0 && steps < p.Log.Len(); i, steps = p.Log.Parent(i), steps+1 {
		lost, ok := behind[p.Log.ID(i)]
		switch {
		case !ok || p.Log.Find(lost) >= 0:
		case lost == key:
			return i
		case last < 0:
			last = i
		}
	}
	return last
}
