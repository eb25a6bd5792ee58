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
	var top []int
	for i := range f.nodes {
		if f.nodes[i].depth == 0 {
			top = append(top, i)
		}
	}
	return top
}

func (f *file) regroup(top []int, word func(s *Symbol) string) {
	list := make([]node, 0, len(f.nodes)+len(top)/minGroup)
	for i := 0; i+1 < len(top); {
		what, j := word(&f.nodes[top[i]].Symbol), i+1
		for what != "" && j+1 < len(top) && word(&f.nodes[top[j]].Symbol) == what {
			j++
		}
		inner := 0
		if j-i >= minGroup {
			inner = 1
			list = append(list, node{Symbol: Symbol{Name: group(j-i) + " × " + what, Kind: "group",
				First: f.nodes[top[i]].Start(), Last: f.nodes[top[j-1]].Last}})
		}
		for _, n := range f.nodes[top[i]:top[j]] {
			n.depth += inner
			list = append(list, n)
		}
		i = j
	}
	f.nodes = list
}
