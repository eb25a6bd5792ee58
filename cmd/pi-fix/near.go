package main

import (
	"slices"
	"strings"
)

// nearest returns the candidates that a typing error could have turned into
// word, the likeliest first, at most three.
func nearest(word string, candidates []string) []string {
	type near struct {
		word string
		at   int
	}
	var found []near
	limit := max(1, min(3, len(word)/3))
	for _, c := range candidates {
		at := distance(strings.ToLower(word), strings.ToLower(c))
		if len(word) >= 3 && strings.HasPrefix(strings.ToLower(c), strings.ToLower(word)) {
			at = min(at, 1)
		}
		if at <= limit {
			found = append(found, near{c, at})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.at - b.at })
	var out []string
	for _, n := range found[:min(3, len(found))] {
		out = append(out, n.word)
	}
	return out
}

// distance counts the typing errors between a and b: a letter too much, too
// few, another one, or two exchanged.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if len(s)-len(t) > 3 || len(t)-len(s) > 3 {
		return len(s) + len(t)
	}
	before, above, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		for j := 1; j <= len(t); j++ {
			other := 1
			if s[i-1] == t[j-1] {
				other = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+other)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(t)]
}

// didYouMean words the nearest candidates as a question, "" when there is none.
func didYouMean(word string, candidates []string) string {
	found := nearest(word, candidates)
	if len(found) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(found, " or ") + "?"
}
