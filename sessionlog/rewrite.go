package sessionlog

import "bytes"

// ended returns a line's text with a newline at its end.
func ended(b []byte) []byte {
	if bytes.HasSuffix(b, []byte{'\n'}) {
		return b
	}
	return append(append([]byte(nil), b...), '\n')
}

// nodeText returns the text of a node that was placed anew.
func (s *Surgery) nodeText(node int) ([]byte, error) {
	if n := s.log.Len(); node >= n {
		return s.fresh[node-n].text(s.log.version, s.parentText(node)), nil
	}
	inner, _, err := s.lineEdits(node)
	if err != nil {
		return nil, err
	}
	span := s.log.Span(node)
	b, err := s.log.Bytes(span)
	if err != nil {
		return nil, err
	}
	for i := range inner {
		inner[i].Span.Start -= span.Start
		inner[i].Span.End -= span.Start
	}
	b, err = Apply(b, inner)
	return ended(b), err
}

// lineEdits returns the edits within a line that stays: what was replaced in
// it, its id, and its parent's id where that is another one now.
func (s *Surgery) lineEdits(line int) (edits []Edit, relinked bool, err error) {
	edits = append(edits, s.inside[line]...)
	if s.log.version == 1 || !s.log.IsEntry(line) {
		return edits, false, nil
	}
	id, renamed := s.ids[line]
	p, moved := s.parent[line]
	_, fresher := s.ids[s.Parent(line)]
	relinked = (moved && p != s.log.Parent(line)) || fresher
	if !renamed && !relinked {
		return edits, false, nil
	}
	e, err := s.log.Entry(line)
	if err != nil {
		return nil, false, err
	}
	if renamed {
		edits = append(edits, e.Set("id", Quote(id)))
	}
	if relinked {
		edits = append(edits, e.Set("parentId", s.parentText(line)))
	}
	return joined(edits), relinked, nil
}

// Set returns the edit that gives a top-level member a value, adding the
// member in front when there is none.
func (e Entry) Set(name, value string) Edit {
	if at, ok := e.ValueSpan(name); ok {
		return Edit{at, []byte(value)}
	}
	brace := e.Span.Start + int64(bytes.IndexByte(e.Raw, '{')) + 1
	return Edit{Span{brace, brace}, []byte(Quote(name) + ":" + value + ",")}
}

// SetIn returns the edit that gives a member of an object inside the entry a
// value; object is a plain name such as "message".
func (e Entry) SetIn(object, name, value string) Edit {
	if at, ok := e.ValueSpan(object + "." + name); ok {
		return Edit{at, []byte(value)}
	}
	at, _ := e.ValueSpan(object)
	brace := at.Start + 1
	return Edit{Span{brace, brace}, []byte(Quote(name) + ":" + value + ",")}
}

// joined makes one edit of several insertions at one place.
func joined(edits []Edit) []Edit {
	out := edits[:0:0]
	for _, e := range edits {
		if k := len(out) - 1; k >= 0 && out[k].Span == e.Span && e.Span.Len() == 0 {
			out[k].New = append(append([]byte(nil), out[k].New...), e.New...)
			continue
		}
		out = append(out, e)
	}
	return out
}

func (s *Surgery) parentText(node int) string {
	p := s.Parent(node)
	if p < 0 {
		return "null"
	}
	return Quote(s.id(p))
}

// id returns the id that a node will have.
func (s *Surgery) id(node int) string {
	if n := s.log.Len(); node >= n {
		return s.fresh[node-n].ID
	}
	if id, ok := s.ids[node]; ok {
		return id
	}
	return s.log.EntryID(node)
}
