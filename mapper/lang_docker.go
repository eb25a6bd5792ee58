package mapper

import "strings"

// scanDocker lists the stages of a Dockerfile, each with its instructions.
func scanDocker(f *file) {
	s := sections{file: f}
	last, never := 0, map[string]bool{}
	for n := 1; n <= f.count(); n++ {
		text := strings.TrimSpace(f.lineText(n))
		if text == "" || text[0] == '#' {
			continue
		}
		first, before := n, last
		n = f.dockerEnd(n, never)
		last = n
		word, rest, _ := strings.Cut(text, " ")
		if word = strings.ToUpper(word); !capitals(word) {
			continue
		}
		rest = strings.TrimSpace(strings.TrimSuffix(rest, "\\"))
		sym := Symbol{Name: word, Kind: "instruction", Signature: strings.TrimSpace(word + " " + cut(oneLine(rest), maxDoc)), First: first, Last: last}
		if word != "FROM" {
			s.leaf(sym)
			continue
		}
		words := strings.Fields(rest)
		for len(words) > 0 && strings.HasPrefix(words[0], "--") {
			words = words[1:]
		}
		sym.Kind, sym.Label = "stage", sym.Signature
		if len(words) > 0 {
			sym.Name = words[0]
			f.use(words[0])
		}
		if len(words) == 3 && strings.EqualFold(words[1], "as") {
			sym.Name = words[2]
		}
		s.begin(0, before, sym)
	}
	s.end(0, last)
}

// capitals tells whether a word consists of capital letters.
func capitals(word string) bool {
	for i := range len(word) {
		if word[i] < 'A' || word[i] > 'Z' {
			return false
		}
	}
	return true
}

// dockerEnd returns the last line of an instruction, with its backslashes and heredocs;
// never are the ends of those that were looked for in vain.
func (f *file) dockerEnd(n int, never map[string]bool) int {
	line := f.lineText(n)
	for n < f.count() {
		text := strings.TrimSpace(line)
		if !strings.HasSuffix(text, "\\") && (text == "" || text[0] != '#' || !strings.HasSuffix(strings.TrimSpace(f.lineText(n-1)), "\\")) {
			break
		}
		n++
		line = f.lineText(n)
	}
	_, tag, ok := strings.Cut(line, "<<")
	if tag = strings.Trim(strings.TrimPrefix(tag, "-"), "\"' \t"); !ok || tag == "" || f.hopeless() {
		return n
	}
	tag, _, _ = strings.Cut(tag, " ")
	tag = strings.Trim(tag, `"'`)
	if tag == "" || never[tag] {
		return n
	}
	from := f.starts[n-1]
	if at, _ := lineThatIs(f.text[from:], tag); at > 0 {
		return f.row(from + int32(at))
	}
	f.lost++
	f.vain += len(f.text) - int(from)
	never[tag] = true
	return n
}
