package mapper

import (
	"strconv"
	"strings"
)

const (
	csvBlocks  = 20   // stretches in which the rows are listed
	csvColumns = 200  // columns that are listed
	csvTyped   = 1000 // rows whose values decide what a column holds
)

// A csvScan reads tables of text, whose quoted values may run over lines.
type csvScan struct {
	*file
	comma byte
	// loose takes every line for a row: a quote has no end.
	loose bool
	rows  []csvRow // where each begins and ends
}

type csvRow struct{ first, last int32 }

func scanCSV(f *file) {
	s := csvScan{file: f}
	if f.count() == 0 {
		return
	}
	s.comma = delimiter(f.lineText(1))
	s.read()
	if len(s.rows) == 0 {
		return
	}
	head := s.fields(s.rows[0])
	rows := s.rows[1:]
	first, last := int(s.rows[0].first), int(s.rows[len(s.rows)-1].last)
	at := f.add(0, Symbol{Name: "table", Kind: "table", First: first, Last: last})
	text := count(len(rows), "row") + " × " + count(len(head), "column")
	f.nodes[at].Name, f.nodes[at].Signature, f.nodes[at].Label = "table", text, text
	kinds := s.kinds(head)
	for i, name := range head[:min(len(head), csvColumns)] {
		name = cut(oneLine(name), maxDoc)
		if name == "" {
			name = "column " + strconv.Itoa(i+1)
		}
		f.add(1, Symbol{Name: name, Kind: "column", Signature: name + ": " + kinds[i], First: first, Last: int(s.rows[0].last)})
	}
	s.blocks()
}

// delimiter returns the byte that most often stands in the first line, outside of
// quotes, of those that part values.
func delimiter(line string) byte {
	best, most := byte(','), 0
	for _, c := range []byte{',', '\t', ';', '|'} {
		n, quotes := 0, 0
		for i := range len(line) {
			if line[i] == '"' {
				quotes++
			} else if line[i] == c && quotes%2 == 0 {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}

// read finds the rows.
func (s *csvScan) read() {
	s.rows = make([]csvRow, 0, s.count())
	first, open := 0, false
	for n := 1; n <= s.count(); n++ {
		line := s.lineText(n)
		if !open {
			if line == "" {
				continue
			}
			first = n
		}
		if !s.loose && (open || strings.IndexByte(line, '"') >= 0) {
			open = s.quotes(line, open)
		}
		if !open {
			s.rows = append(s.rows, csvRow{int32(first), int32(n)})
		}
	}
	if open {
		s.loose = true
		s.read()
	}
}

// quotes follows the quotes of a line: one opens at the beginning of a value only.
func (s *csvScan) quotes(line string, open bool) bool {
	for i := 0; i < len(line); {
		if open {
			n := strings.IndexByte(line[i:], '"')
			if n < 0 {
				return true
			}
			if i += n + 1; i < len(line) && line[i] == '"' {
				i++
				continue
			}
			open = false
		} else if line[i] == '"' {
			open = true
			i++
			continue
		}
		n := strings.IndexByte(line[i:], s.comma)
		if n < 0 {
			return false
		}
		i += n + 1
	}
	return open
}

// fields returns the values of a row.
func (s *csvScan) fields(r csvRow) []string {
	end := len(s.text)
	if int(r.last) < len(s.starts) {
		end = int(s.starts[r.last])
	}
	text := strings.TrimRight(s.text[s.starts[r.first-1]:end], "\r\n")
	var list []string
	for {
		if !s.loose && strings.HasPrefix(text, `"`) {
			at := 1
			for at < len(text) {
				n := strings.IndexByte(text[at:], '"')
				if n < 0 {
					at = len(text)
					break
				}
				if at += n + 1; at >= len(text) || text[at] != '"' {
					break
				}
				at++
			}
			list = append(list, strings.ReplaceAll(strings.TrimSuffix(text[1:at], `"`), `""`, `"`))
			text = text[at:]
		} else {
			n := strings.IndexByte(text, s.comma)
			if n < 0 {
				n = len(text)
			}
			list = append(list, text[:n])
			text = text[n:]
		}
		n := strings.IndexByte(text, s.comma)
		if n < 0 {
			return list
		}
		text = text[n+1:]
	}
}

// kinds tells what each column holds, by the first rows.
func (s *csvScan) kinds(head []string) []string {
	kinds := make([]string, len(head))
	for i := 1; i < len(s.rows) && i <= csvTyped; i++ {
		for k, v := range s.fields(s.rows[i]) {
			if k < len(kinds) && kinds[k] != "text" && strings.TrimSpace(v) != "" {
				kinds[k] = widen(kinds[k], valueKind(strings.TrimSpace(v)))
			}
		}
	}
	for i := range kinds {
		if kinds[i] == "" {
			kinds[i] = "empty"
		}
	}
	return kinds
}

func widen(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case a == "integer" && b == "number" || a == "number" && b == "integer":
		return "number"
	}
	return "text"
}

func valueKind(v string) string {
	if _, err := strconv.ParseInt(v, 10, 64); err == nil {
		return "integer"
	}
	if _, err := strconv.ParseFloat(v, 64); err == nil {
		return "number"
	}
	switch strings.ToLower(v) {
	case "true", "false", "yes", "no":
		return "boolean"
	}
	if len(v) >= 10 && v[4] == '-' && v[7] == '-' && strings.Trim(v[:4]+v[5:7]+v[8:10], "0123456789") == "" {
		return "date"
	}
	return "text"
}

// blocks lists stretches of rows by their first values.
func (s *csvScan) blocks() {
	n := len(s.rows) - 1
	size := max((n+csvBlocks-1)/csvBlocks, 1)
	for i := 1; i <= n; i += size {
		last := min(i+size-1, n)
		name := "row " + strconv.Itoa(i)
		if last > i {
			name = "rows " + group(i) + "-" + group(last)
		}
		var sample []string
		for k, v := range s.fields(s.rows[i]) {
			if k == 5 {
				sample = append(sample, "…")
				break
			}
			sample = append(sample, cut(oneLine(v), 20))
		}
		s.add(1, Symbol{Name: name, Kind: "rows", Signature: name + ": " + strings.Join(sample, ", "),
			First: int(s.rows[i].first), Last: int(s.rows[last].last)})
	}
}
