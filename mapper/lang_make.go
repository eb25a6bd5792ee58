package mapper

import "strings"

// scanMake lists targets with their recipes, variables and definitions of a Makefile.
func scanMake(f *file) {
	target, last := -1, 0
	end := func() {
		if target >= 0 {
			f.nodes[target].Last = last
		}
		target = -1
	}
	for n := 1; n <= f.count(); n++ {
		line := f.lineText(n)
		first := n
		if strings.HasPrefix(line, "\t") && target >= 0 {
			last = goesOn(f, n)
			n = last
			continue
		}
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		n = goesOn(f, n)
		if line[0] == '\t' {
			continue
		}
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "else ifeq", "export", "unexport", "vpath", "$(error", "$(info", "$(warning":
			if word != "export" || !strings.Contains(rest, "=") {
				continue
			}
			text = rest
		case "include", "-include", "sinclude":
			end()
			f.use(rest)
			continue
		case "define":
			end()
			for n < f.count() && strings.TrimSpace(f.lineText(n)) != "endef" {
				n++
			}
			name, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			f.add(0, Symbol{Name: name, Kind: Macro, Signature: text, First: first, Last: n})
			continue
		}
		end()
		last = n
		target = f.makeLine(text, first, n)
	}
	end()
}

// goesOn returns the last line of one that backslashes continue.
func goesOn(f *file, n int) int {
	for n < f.count() && strings.HasSuffix(f.lineText(n), "\\") {
		n++
	}
	return n
}

// makeLine lists a variable or a target, and returns the symbol of the target or -1.
func (f *file) makeLine(text string, first, last int) int {
	colon, equal := outsideCalls(text, ':'), outsideCalls(text, '=')
	if equal >= 0 && (colon < 0 || equal < colon || strings.Trim(text[colon:equal], ":") == "") {
		name := strings.TrimSpace(strings.TrimRight(text[:equal], ":?+! \t"))
		name = strings.TrimPrefix(name, "override ")
		if name != "" {
			f.add(0, Symbol{Name: name, Kind: Variable, Signature: cut(strings.TrimSuffix(text, "\\"), maxDoc), First: first, Last: last})
		}
		return -1
	}
	name := strings.TrimSpace(text[:max(colon, 0)])
	if name == "" || name == ".PHONY" || name == ".SUFFIXES" {
		return -1
	}
	doc := ""
	if _, after, ok := strings.Cut(text, "## "); ok {
		doc, text = after, strings.TrimSpace(text[:strings.Index(text, "## ")])
	}
	return f.add(0, Symbol{Name: cut(oneLine(name), maxDoc), Kind: "target", Signature: strings.TrimRight(text, "\\: \t"), Doc: doc, First: first})
}

// outsideCalls returns where a byte stands that is not in $(…) or ${…}, or -1.
func outsideCalls(text string, c byte) int {
	depth := 0
	for i := range len(text) {
		switch b := text[i]; {
		case b == '(' || b == '{':
			depth++
		case b == ')' || b == '}':
			depth--
		case b == c && depth <= 0:
			return i
		case b == '#' && i > 0 && text[i-1] == ' ':
			return -1
		}
	}
	return -1
}
