package mapper

// scanPlain lists something for a text of no known structure: its stretches between
// empty lines, by their first lines. It is also asked when a language found nothing.
func scanPlain(f *file) {
	if isLog(f.text[:min(len(f.text), 4096)]) {
		scanLog(f)
		return
	}
	last := f.count()
	var from, empty int
	end := func(to int) {
		if from > 0 {
			f.add(0, Symbol{Name: cut(oneLine(f.lineText(from)), maxDoc), Kind: Section, First: from, Last: to})
		}
		from = 0
	}
	for n := 1; n <= last; n++ {
		blank := unseen(f.lineText(n))
		switch {
		case blank && from > 0:
			end(n - 1)
		case !blank && from == 0:
			from = n
		}
		if blank {
			empty++
		}
	}
	end(last)
	if len(f.nodes) == 1 && empty == 0 {
		f.nodes = f.nodes[:0]
	}
}
