package mapper

import (
	"strconv"
	"strings"
)

// opensFence reads the line that begins a block of code.
func (s *mdScan) opensFence(text string) bool {
	c := text[0]
	n := len(text) - len(strings.TrimLeft(text, string(c)))
	info := strings.TrimSpace(text[n:])
	if n < 3 || c == '`' && strings.IndexByte(info, '`') >= 0 {
		return false
	}
	lang, _, _ := strings.Cut(info, " ")
	s.fence, s.para = mdFence{mark: c, n: n, line: s.nr, lang: lang}, 0
	return true
}

func closesFence(text string, f mdFence) bool {
	bare := strings.TrimRight(text, " \t")
	return text[0] == f.mark && len(bare) >= f.n && strings.Trim(bare, string(f.mark)) == ""
}

func (s *mdScan) fenceEnd(last int) {
	if last-s.fence.line >= minFence {
		s.leaf(Symbol{Name: strings.TrimSpace("code " + oneLine(s.fence.lang)), Kind: "code", First: s.fence.line, Last: last})
	}
	s.fence = mdFence{}
}

// htmlBlocks are the tags that begin a block of HTML which an empty line ends
// (CommonMark 4.6, condition 6).
const htmlBlocks = " address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
	"fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem " +
	"nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul "

// opensHTML reads a line that begins with <, and the heading that may stand in it.
func (s *mdScan) opensHTML(text string) bool {
	lower := strings.ToLower(text[:min(len(text), 16)])
	end := ""
	switch {
	case strings.HasPrefix(lower, "<!--"):
		end = "-->"
	case strings.HasPrefix(lower, "<?"):
		end = "?>"
	case strings.HasPrefix(lower, "<![cdata["):
		end = "]]>"
	case strings.HasPrefix(lower, "<!"):
		end = ">"
	default:
		end = s.htmlTag(text, lower)
	}
	if end == "" {
		return false
	}
	s.html, s.para = end, 0
	if end != "\n" {
		s.htmlEnd(text)
	} else if len(s.item) == 0 {
		s.htmlHeading(text)
	}
	return true
}

// htmlTag returns what ends the block that a tag begins, or "".
func (s *mdScan) htmlTag(text, lower string) string {
	name := strings.TrimPrefix(lower[1:], "/")
	n := 0
	for n < len(name) && (wordByte(name[n]) || name[n] == '-') {
		n++
	}
	name = name[:n]
	switch name {
	case "":
		return ""
	case "script", "pre", "style", "textarea":
		if lower[1] != '/' {
			return "</" + name + ">"
		}
	}
	if strings.Contains(htmlBlocks, " "+name+" ") {
		return "\n"
	}
	bare := strings.TrimRight(text, " \t")
	if s.para == 0 && bare[len(bare)-1] == '>' && strings.IndexByte(bare, '>') == len(bare)-1 && !strings.Contains(bare, "://") {
		return "\n"
	}
	return ""
}

// htmlEnd ends the open block of HTML if its line holds the end.
func (s *mdScan) htmlEnd(line string) {
	if s.html == "\n" {
		if len(s.item) == 0 {
			s.htmlHeading(strings.TrimLeft(line, " \t"))
		}
		return
	}
	if strings.Contains(line, s.html) || strings.HasPrefix(s.html, "</") && strings.Contains(strings.ToLower(line), s.html) {
		s.html = ""
	}
}

// htmlHeading lists a heading that is written in HTML.
func (s *mdScan) htmlHeading(text string) {
	if len(text) < 4 || text[0] != '<' || text[1] != 'h' && text[1] != 'H' || text[2] < '1' || text[2] > '6' || wordByte(text[3]) {
		return
	}
	level := int(text[2] - '0')
	for n := s.nr + 1; n < s.nr+8 && n <= s.count() && !strings.Contains(text, "</h") && len(text) < 8*maxText; n++ {
		text += " " + s.lineText(n)
	}
	if text, _, _ = strings.Cut(text, "</h"); len(text) > 8*maxText {
		text = text[:8*maxText]
	}
	title := oneLine(bareText(text))
	if title == "" {
		return
	}
	s.heading(level, s.nr, title, "<h"+strconv.Itoa(level)+"> "+title)
}

// bareText takes the tags out of HTML.
func bareText(text string) string {
	var b strings.Builder
	for {
		n := strings.IndexByte(text, '<')
		if n < 0 {
			return b.String() + text
		}
		b.WriteString(text[:n])
		end := strings.IndexByte(text[n:], '>')
		if end < 0 {
			return b.String()
		}
		text = text[n+end+1:]
	}
}
