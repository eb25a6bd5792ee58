package mapper

import "strings"

// texLevels are the commands that begin a part of a text, the outermost first.
var texLevels = map[string]int{"part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5, "paragraph": 6, "subparagraph": 7, "frametitle": 8}

// texFloats are the environments that are listed, with their captions.
const texFloats = " figure table figure* table* algorithm listing lstlisting theorem lemma definition proof corollary proposition example remark abstract frame equation align tikzpicture longtable "

// A texOpen is an environment that is open.
type texOpen struct {
	name string
	at   int
	// raw tells that what it holds is no LaTeX.
	raw bool
}

// A texScan lists the parts, floats and definitions of a LaTeX file.
type texScan struct {
	sections
	nr   int
	envs []texOpen
}

func scanLaTeX(f *file) {
	s := texScan{sections: sections{file: f}}
	for s.nr = 1; s.nr <= f.count(); s.nr++ {
		s.line(f.lineText(s.nr))
	}
	s.end(0, f.count())
}

// line reads the commands of a line.
func (s *texScan) line(line string) {
	raw := len(s.envs) > 0 && s.envs[len(s.envs)-1].raw
	if !raw {
		line = texCode(line)
	}
	for {
		n := strings.IndexByte(line, '\\')
		if n < 0 {
			return
		}
		line = line[n+1:]
		end := 0
		for end < len(line) && (line[end] >= 'a' && line[end] <= 'z' || line[end] >= 'A' && line[end] <= 'Z') {
			end++
		}
		if end == 0 {
			line = line[min(1, len(line)):]
			continue
		}
		name := line[:end]
		line = strings.TrimPrefix(line[end:], "*")
		if raw && (name != "end" || !strings.HasPrefix(line, "{"+s.envs[len(s.envs)-1].name+"}")) {
			continue
		}
		raw = false
		s.command(name, line)
	}
}

// texCode returns a line without its comment.
func texCode(line string) string {
	for at := 0; ; at++ {
		n := strings.IndexByte(line[at:], '%')
		if n < 0 {
			return line
		}
		if at += n; at == 0 || line[at-1] != '\\' {
			return line[:at]
		}
	}
}

func (s *texScan) command(name, rest string) {
	arg := s.texArg(rest)
	if level := texLevels[name]; level > 0 {
		s.heading(level, s.nr, arg, "\\"+name+"{"+arg+"}")
		return
	}
	switch name {
	case "begin":
		s.begins(arg, rest)
	case "end":
		s.ends(arg)
	case "usepackage", "input", "include", "documentclass", "RequirePackage", "bibliography":
		for _, p := range strings.Split(arg, ",") {
			s.use(p)
		}
	case "newcommand", "renewcommand", "def", "newenvironment", "DeclareMathOperator", "newtheorem":
		if name == "def" {
			arg, _, _ = strings.Cut(s.near(strings.TrimSpace(rest[:min(len(rest), 8*maxText)])), "{")
			arg, _, _ = strings.Cut(arg, "#")
			s.passed(arg)
		}
		if len(s.envs) == 0 && arg != "" {
			s.leaf(Symbol{Name: oneLine(arg), Kind: Macro, Signature: "\\" + name + " " + arg, First: s.nr, Last: s.nr})
		}
	case "caption", "label":
		if n := len(s.envs); n > 0 && s.envs[n-1].at >= 0 && arg != "" {
			sym := &s.nodes[s.envs[n-1].at]
			if name == "caption" || sym.Signature == "\\begin{"+s.envs[n-1].name+"}" {
				sym.Signature = "\\begin{" + s.envs[n-1].name + "} " + oneLine(arg)
			}
		}
	}
}

// texArg returns the argument in braces that a text begins with, after those in
// brackets; it may end on one of the next lines.
func (s *texScan) texArg(rest string) string {
	rest = strings.TrimLeft(rest, " \t")
	if strings.HasPrefix(rest, "[") {
		n := strings.IndexByte(s.near(rest), ']')
		if n < 0 {
			s.passed(rest)
			return ""
		}
		rest = strings.TrimLeft(rest[n+1:], " \t")
	}
	if !strings.HasPrefix(rest, "{") {
		return ""
	}
	most := 8 * maxText
	if s.hopeless() {
		most = maxDoc
	}
	for n, depth, i := s.nr, 0, 0; ; i++ {
		if i == len(rest) || i > most {
			if n++; n > s.nr+5 || n > s.count() || i > most {
				if !s.hopeless() {
					s.lost++
				}
				return oneLine(rest[1:i])
			}
			rest += " " + texCode(s.lineText(n))
		}
		switch rest[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return oneLine(rest[1:i])
			}
		}
	}
}

// near returns what of a line is looked at: not much, when most was looked at in vain.
func (s *texScan) near(rest string) string {
	if s.vain > 8*len(s.text) {
		return rest[:min(len(rest), maxDoc)]
	}
	return rest
}

// passed counts text in which an end was looked for in vain.
func (s *texScan) passed(rest string) {
	if s.vain <= 8*len(s.text) {
		s.vain += len(rest)
	}
}

func (s *texScan) begins(name, rest string) {
	if len(s.envs) > 2*maxDepth {
		return
	}
	o := texOpen{name: name, at: -1, raw: name == "verbatim" || name == "lstlisting" || name == "minted" || name == "comment" || name == "filecontents"}
	if strings.Contains(texFloats, " "+name+" ") {
		text := "\\begin{" + name + "}"
		o.at = s.leaf(Symbol{Name: name, Kind: "environment", Signature: text, First: s.nr})
		rest = s.near(rest)
		_, title, ok := strings.Cut(rest, "}[")
		if ok {
			title, _, ok = strings.Cut(title, "]")
		}
		if !ok {
			s.passed(rest)
		} else if !o.raw {
			s.nodes[o.at].Signature = text + " " + oneLine(title)
		}
	}
	s.envs = append(s.envs, o)
}

func (s *texScan) ends(name string) {
	for n := len(s.envs) - 1; n >= 0; n-- {
		if s.envs[n].name == name {
			if at := s.envs[n].at; at >= 0 {
				s.nodes[at].Last = s.nr
			}
			s.envs = s.envs[:n]
			return
		}
	}
}
