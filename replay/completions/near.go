package completions

// nearest returns the first, by the alphabet, of the known names that two changed
// letters turn into another name, "" when there is none.
func nearest(name string, known []string) string {
	first := ""
	for _, k := range known {
		if (first == "" || k < first) && distance(name, k) <= 2 {
			first = k
		}
	}
	return first
}

// distance counts the letters to add, to leave out or to change between two names;
// more than two may be counted as any number above.
func distance(a, b string) int {
	if len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return 3
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := corner
			if a[i] != b[j] {
				changed++
			}
			corner = row[j+1]
			row[j+1] = min(changed, corner+1, row[j]+1)
		}
	}
	return row[len(b)]
}
