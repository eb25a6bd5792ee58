package mapper

import "strings"

var phpSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, long: `"'`, words: "$", hooks: "<?#", hook: phpHook,
}

// phpHook leaves out what stands outside of the tags, and reads heredocs and comments
// that begin with #.
func phpHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	switch {
	case strings.HasPrefix(rest, "?>"):
		return phpOpen(l.text, l.at), 0
	case strings.HasPrefix(rest, "<?"):
		return phpOpen(l.text, l.at), 0
	case strings.HasPrefix(rest, "<<<"):
		mark := lineOf(rest[:min(len(rest), 80)])
		if l.hopeless(mark) {
			break
		}
		if end := heredoc(rest, 3); end > 0 {
			return l.at + end, quoted
		}
		l.miss(mark)
	case rest[0] == '#' && !strings.HasPrefix(rest, "#["):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return l.at + n, 0
		}
		return len(l.text), 0
	}
	return l.at + 1, rest[0]
}

// phpOpen returns the end of the next opening tag.
func phpOpen(text string, at int) int {
	n := strings.Index(text[at:], "<?")
	if n < 0 {
		return len(text)
	}
	at += n + 2
	for at < len(text) && (wordByte(text[at]) || text[at] == '=') {
		at++
	}
	return at
}

// heredoc returns the end of the text in lines that begins with a mark, whose word
// stands n bytes from the start, or 0. The end is a line of that word.
func heredoc(text string, n int) int {
	for n < len(text) && strings.IndexByte(" ~-'\"\\", text[n]) >= 0 {
		n++
	}
	end := n
	for end < len(text) && wordByte(text[end]) {
		end++
	}
	nl := strings.IndexByte(text[end:], '\n')
	if end == n || nl < 0 {
		return 0
	}
	id := text[n:end]
	for at := end + nl + 1; at < len(text); {
		line := text[at:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		word := strings.TrimLeft(line, " \t")
		if strings.HasPrefix(word, id) && (len(word) == len(id) || !wordByte(word[len(id)])) {
			return at + len(line) - len(word) + len(id)
		}
		at += len(line) + 1
	}
	return 0
}

var phpGrammar = &grammar{
	kinds:     &table{kinds: []kinded{{"class", Class}, {"interface", Interface}, {"trait", Trait}, {"enum", Enum}, {"function", Function}, {"namespace", Namespace}, {"const", Constant}}},
	modifiers: &table{words: []string{"public", "private", "protected", "static", "abstract", "final", "readonly", "var"}},
	private:   &table{words: []string{"private", "protected"}}, named: phpName, special: phpSpecial,
}

func scanPHP(f *file) {
	whole := f.text
	if n := strings.Index(whole, "<?"); n > 0 && !strings.Contains(whole[:n], "?>") && strings.Contains(whole[:n], "<") {
		f.text = blankOut(whole[:n]) + whole[n:]
	}
	d := &declScan{f.read(phpSyntax), phpGrammar}
	f.text = whole
	d.walk(0, len(d.toks), 0, "")
}

func phpName(d *declScan, i int) (name, after int) {
	if d.kind(i-2) == '>' || d.kind(i-2) == '$' {
		return i, i
	}
	switch d.str(i - 1) {
	case "namespace":
		for after = i; d.kind(after) == word || d.kind(after) == '\\'; after++ {
		}
		return i, after
	case "function":
		if d.kind(i) == '&' {
			i++
		}
		if d.kind(i+1) != '(' || d.is(i-2, "use") {
			return i, i
		}
	case "const":
		if d.kind(i+1) == word {
			i++
		}
	case "class":
		if d.is(i, "extends") || d.is(i, "implements") {
			return i, i
		}
	}
	if d.kind(i) != word || d.str(i)[0] == '$' {
		return i, i
	}
	return i, i + 1
}

// phpSpecial reads use, and the properties and cases of classes.
func phpSpecial(d *declScan, i, end, depth int, in Kind) int {
	if d.kind(i) != word {
		return i
	}
	w := d.str(i)
	inside := in == Class || in == Trait || in == Enum
	switch {
	case w == "use" && !inside && d.first(i) && d.kind(i-1) != ')':
		stop := i
		for stop+1 < end && d.kind(stop+1) != ';' {
			stop = d.next(stop+1) - 1
		}
		d.use(d.between(i+1, stop))
		return stop + 1
	case w[0] == '$' && inside, w == "case" && in == Enum && d.kind(i+1) == word:
		_, last := d.bodyAfter(i, i+1, end, Field)
		from, name, kind := i, i, Field
		if w == "case" {
			name, kind = i+1, Member
		}
		for k := d.kind(from - 1); k == word || k == '?' || k == '|' || k == '\\'; k = d.kind(from - 1) {
			from--
		}
		first := d.attributed(from)
		at := d.symbol(depth, kind, d.str(name), first, last)
		d.describe(at, first, from, i, 0, last)
		d.nodes[at].Signature = d.short(from, name, name+1, last)
		return last + 1
	}
	return i
}
