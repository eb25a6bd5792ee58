package sessionlog

import (
	"bytes"
	"fmt"
	"sort"
)

// Patched returns what [Read] returns for a patch of the session that the log is of.
// Only lines that the patch touches are read; what is known of the others holds
// wherever they stand now.
func (l *Log) Patched(p *Patch, workers Workers) (*Log, error) {
	spans, fresh := l.spans(p)
	// The first version names no parents, and much to read is for all workers.
	if l.version == 1 || fresh > p.size/2 {
		return Read(p, workers)
	}
	src, err := held(p)
	if err != nil {
		return nil, err
	}
	j := joiner{size: p.size}
	j.all.recs = make([]record, 0, len(l.recs)+p.newlines()+1)
	j.all.refs = make([]Key, 0, len(l.refs)+p.newlines())
	var kept []lineSpan
	for _, s := range spans {
		if s.from < s.to {
			s.at = len(j.all.recs)
			kept = append(kept, s)
			j.know(l, s)
			continue
		}
		of := newPieces(src)
		of.at, of.size = s.Start, s.End
		if err := j.read(of, workers); err != nil {
			return nil, fmt.Errorf("read session: %w", err)
		}
	}
	out, err := newLog(src, j.all)
	if err == nil {
		out.kept = kept
	}
	return out, err
}

// Origin returns which line of the log that it was patched from a line is, byte for byte,
// and -1 when it is none or that is not known.
func (l *Log) Origin(line int) int {
	i := sort.Search(len(l.kept), func(i int) bool { return l.kept[i].at > line }) - 1
	if i < 0 || line-l.kept[i].at >= l.kept[i].to-l.kept[i].from {
		return -1
	}
	return l.kept[i].from + line - l.kept[i].at
}

// lineSpan is some lines of a patched session: those of the log below from a line to
// before another one or, where these are the same, lines to be read.
type lineSpan struct {
	from, to int
	Span
	at int // the line that the first one is now
}

// spans divides a patched session into lines that are known and lines that are not,
// and counts the bytes of these.
func (l *Log) spans(p *Patch) (out []lineSpan, fresh int64) {
	done, begins := int64(0), true // up to where, and whether a line begins at the piece
	known := func(q piece, from, to int) {
		if from == to {
			return
		}
		s := Span{q.at + l.lineStart(from) - q.from, q.at + l.lineStart(to) - q.from}
		if done < s.Start {
			out, fresh = append(out, lineSpan{Span: Span{done, s.Start}}), fresh+s.Start-done
		}
		out, done = append(out, lineSpan{from: from, to: to, Span: s}), s.End
	}
	for _, q := range p.pieces {
		if q.lit != nil {
			begins = q.lit[q.n-1] == '\n'
			continue
		}
		first, last := l.within(q, begins, q.at+q.n == p.size)
		for i := first; i < last; i++ {
			if l.Parent(i) == Dangling { // which id it names is not kept
				known(q, first, i)
				first = i + 1
			}
		}
		known(q, first, last)
		end := q.from + q.n
		begins = l.lineStart(l.lineFrom(end)) == end
	}
	if done < p.size {
		out, fresh = append(out, lineSpan{Span: Span{done, p.size}}), fresh+p.size-done
	}
	return out, fresh
}

// within returns the lines that a piece holds whole, from the first to before the last.
// A line whose beginning or end is there may go on in the pieces beside it, unless a
// line begins at the piece, or the session ends with it.
func (l *Log) within(q piece, begins, ends bool) (first, last int) {
	first, last = l.lineFrom(q.from), l.lineFrom(q.from+q.n)
	if !begins && l.lineStart(first) == q.from {
		first++
	}
	if l.lineStart(last) > q.from+q.n || last == len(l.recs) && !l.ended && !ends {
		last--
	}
	return first, max(first, last)
}

// lineFrom returns the first line that begins at an offset or behind it.
func (l *Log) lineFrom(off int64) int {
	return sort.Search(len(l.recs), func(i int) bool { return l.recs[i].start >= off })
}

// lineStart returns where a line begins; the one behind the last would at the end.
func (l *Log) lineStart(line int) int64 {
	if line == len(l.recs) {
		return l.src.Size()
	}
	return l.recs[line].start
}

// know appends what is known of lines.
func (j *joiner) know(l *Log, s lineSpan) {
	shift, lines := s.Start-l.recs[s.from].start, len(j.all.recs)-s.from
	refs, refsEnd := l.recs[s.from].refs, uint32(len(l.refs))
	if s.to < len(l.recs) {
		refsEnd = l.recs[s.to].refs
	}
	base := uint32(len(j.all.refs)) - refs
	j.done += s.Len()
	for i, r := range l.recs[s.from:s.to] {
		r.start, r.refs, r.parent = r.start+shift, r.refs+base, 0
		if p := l.Parent(s.from + i); p >= 0 {
			r.parent = l.recs[p].id
		}
		j.all.recs = append(j.all.recs, r)
	}
	j.all.refs = append(j.all.refs, l.refs[refs:refsEnd]...)
	from := sort.Search(len(l.pictures), func(i int) bool { return l.pictures[i].Line >= s.from })
	for _, p := range l.pictures[from:] {
		if p.Line >= s.to {
			break
		}
		p.Line, p.Span = p.Line+lines, p.Span.moved(shift)
		if p.Data != (Span{}) {
			p.Data = p.Data.moved(shift)
		}
		j.all.pictures = append(j.all.pictures, p)
	}
}

func (s Span) moved(by int64) Span { return Span{s.Start + by, s.End + by} }

// newlines counts the line ends in what is new.
func (p *Patch) newlines() (n int) {
	for _, q := range p.pieces {
		n += bytes.Count(q.lit, []byte{'\n'})
	}
	return n
}
