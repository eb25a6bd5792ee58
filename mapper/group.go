package mapper

// manySymbols is how many outermost symbols a map cannot name anyway.
const manySymbols = 500

// minGroup is how many neighbours of one kind are put under a line of their own.
const minGroup = 20

// group puts long rows of outermost symbols that word calls the same under a symbol of
// their own, where there are too many to show them all. What word calls "" stays.
func (f *file) group(word func(s *Symbol) string) {
	if top := f.tops(); len(top) > manySymbols {
		f.regroup(append(top, len(f.nodes)), word)
	}
}

// tops returns where the outermost symbols are.
func (f *file) tops() []int {
	top := make([]int, 0, len(f.nodes)+1)
	for i := range f.nodes {
		if f.nodes[i].depth == 0 {
			top = append(top, i)
		}
	}
	return top
}

// A row is what symbols that follow each other have in common; they are the outermost
// ones from one to before another in the list of those.
type row struct {
	what     string
	from, to int
}

func (f *file) regroup(top []int, word func(s *Symbol) string) {
	var rows []row
	for i := 0; i+1 < len(top); {
		what, j := word(&f.nodes[top[i]]), i+1
		for what != "" && j+1 < len(top) && word(&f.nodes[top[j]]) == what {
			j++
		}
		if j-i >= minGroup {
			rows = append(rows, row{what, i, j})
		}
		i = j
	}
	// From the last to the first each row moves on, by one for every line before it.
	end := len(f.nodes)
	f.nodes = append(f.nodes, make([]Symbol, len(rows))...)
	for n := len(rows) - 1; n >= 0; n-- {
		r := rows[n]
		from, to := top[r.from], top[r.to]
		line := Symbol{Name: group(r.to-r.from) + " × " + r.what, Kind: "group", First: f.nodes[from].Start(), Last: f.nodes[top[r.to-1]].Last}
		copy(f.nodes[to+n+1:], f.nodes[to:end])
		copy(f.nodes[from+n+1:], f.nodes[from:to])
		for i := from + n + 1; i < to+n+1; i++ {
			f.nodes[i].depth++
		}
		f.nodes[from+n], end = line, from
	}
}
