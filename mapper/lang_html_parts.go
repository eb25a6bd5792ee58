package mapper

import "strings"

// landmarks are the elements of HTML that a reader looks for.
var landmarks = set("head", "main", "header", "footer", "nav", "section", "article", "aside", "form", "table", "dialog", "template", "script", "style")

// landmark tells whether an element of HTML is a landmark, a heading, or has an id.
func landmark(t *tag, depth int) bool {
	switch {
	case heading(t.name), landmarks.has(t.name):
		return true
	case t.name == "html" || t.name == "body" || depth > 6:
		return false
	case t.name == "a" || t.name == "span" || t.name == "input" || t.name == "path" || t.name == "td" || t.name == "tr" || t.name == "li":
		return false
	}
	return t.attr("id") != ""
}

func heading(name string) bool {
	return len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6'
}

// list lists an element that is worth a line, and returns its symbol or -1.
func (s *tagScan) list(t tag) int {
	depth := s.open[len(s.open)-1].depth
	if !landmark(&t, depth) {
		return -1
	}
	sym := Symbol{Name: t.name, Kind: "element", First: s.lineAt(t.from), From: t.from}
	id := t.attr("id")
	if id == "" {
		id = t.attr("class")
	}
	sym.Signature = tagText(s.text[t.from:t.end], t.name, id)
	if heading(t.name) {
		return s.title(t, sym, depth)
	}
	sym.Label = sym.Signature
	if (t.name == "script" || t.name == "style") && t.attrs != "" {
		sym.Signature = strings.TrimSpace("<"+t.name+" "+cut(oneLine(strings.TrimSuffix(t.attrs, "/")), maxDoc)) + ">"
		sym.Label = "<" + t.name + ">"
	}
	return s.add(depth, sym)
}

// tagText words a tag that is written so: with its name, and what tells it from others.
func tagText(written, name, id string) string {
	switch {
	case id != "":
		return "<" + name + " " + cut(oneLine(id), 60) + ">"
	case len(written) == len(name)+2 && written[1:len(name)+1] == name:
		return written
	}
	return "<" + name + ">"
}

// title lists a heading by its text.
func (s *tagScan) title(t tag, sym Symbol, depth int) int {
	if s.vain > 8*len(s.text) {
		return -1
	}
	rest := s.text[t.end:min(len(s.text), t.end+2000)]
	n := indexFold(rest, "</"+t.name)
	if n < 0 {
		s.vain += len(rest)
		return -1
	}
	text := oneLine(bareText(rest[:n]))
	if text == "" {
		return -1
	}
	sym.Name, sym.Kind, sym.Signature = cut(text, maxText), Section, "<"+t.name+"> "+text
	return s.add(depth, sym)
}

// raw goes past an element whose text is not HTML, and lists what a script declares.
func (s *tagScan) raw(t tag, at int) {
	from := s.at
	end := len(s.text)
	if n := indexFold(s.text[from:], "</"+t.name); n >= 0 {
		end = from + n
	}
	s.at = end
	if n := strings.IndexByte(s.text[end:], '>'); n >= 0 && end < len(s.text) {
		s.at = end + n + 1
	}
	if at < 0 {
		return
	}
	body := s.text[from:end]
	line := s.lineAt(from)
	s.finish(at, s.at)
	kind := t.attr("type")
	if t.name == "script" && !blankLine(body) && (kind == "" || strings.Contains(kind, "script") || kind == "module") {
		s.embed(body, from, line, int(s.nodes[at].depth)+1, scanScript)
	}
	if t.name == "style" && !blankLine(body) {
		s.embed(body, from, line, int(s.nodes[at].depth)+1, scanCSS)
	}
}

// embed lists what a part of the file holds in another language.
func (s *tagScan) embed(body string, from, line, depth int, scan func(*file)) {
	part := newFile(s.name, body)
	shift := len(body) - len(part.text)
	scan(part)
	if s.rough = s.rough || part.rough; part.note != "" {
		s.note = part.note
	}
	for _, n := range part.nodes {
		n.depth = int32(min(int(n.depth)+depth, maxDepth))
		n.First += line - 1
		n.Last += line - 1
		if n.Head > 0 {
			n.Head += line - 1
		}
		if n.To > 0 {
			n.From, n.To = n.From+from+shift, n.To+from+shift
		}
		s.nodes = append(s.nodes, n)
	}
	for _, name := range part.imports {
		s.use(name)
	}
	part.release()
}

// indexFold finds the tag that ends an element, in small letters or capitals.
func indexFold(text, what string) int {
	for at := 0; ; at += len("</") {
		n := strings.Index(text[at:], "</")
		if n < 0 {
			return -1
		}
		if at += n; len(text) >= at+len(what) && strings.EqualFold(text[at:at+len(what)], what) {
			return at
		}
	}
}

// attr returns the value of an attribute.
func (t *tag) attr(name string) string {
	for rest := t.attrs; len(rest) > len(name); {
		n := strings.Index(rest, name)
		if n < 0 {
			return ""
		}
		before := n == 0 || rest[n-1] <= ' '
		rest = rest[n+len(name):]
		if v := strings.TrimLeft(rest, " \t\r\n"); before && v != "" && v[0] == '=' {
			return attrValue(strings.TrimLeft(v[1:], " \t\r\n"))
		}
	}
	return ""
}

func attrValue(v string) string {
	if v == "" {
		return ""
	}
	if v[0] == '"' || v[0] == '\'' {
		v, _, _ = strings.Cut(v[1:], v[:1])
		return v
	}
	if n := strings.IndexAny(v, " \t\r\n/"); n >= 0 {
		return v[:n]
	}
	return v
}
