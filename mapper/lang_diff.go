package mapper

import (
	"strconv"
	"strings"
)

// A diffScan lists the files of a patch with their hunks, under the commits where
// there are any.
type diffScan struct {
	sections
	nr         int
	left       [2]int // lines of the open hunk that are still to come: old, new
	file1      int    // the symbol of the open file, or -1
	head       string
	change     int // the symbol of the last hunk
	last       int // line of it
	plus, less int
}

const (
	diffCommit = iota
	diffFile
	diffHunk
)

func scanDiff(f *file) {
	s := diffScan{sections: sections{file: f}, file1: -1}
	for s.nr = 1; s.nr <= f.count(); s.nr++ {
		s.line(f.lineText(s.nr))
	}
	s.close(diffCommit, f.count())
}

// close ends what is open from a level on.
func (s *diffScan) close(level, last int) {
	if level <= diffFile && s.file1 >= 0 {
		if s.last > 0 {
			s.end(diffFile, s.last)
		}
		s.last = 0
		s.nodes[s.file1].Signature = s.head + " +" + strconv.Itoa(s.plus) + " -" + strconv.Itoa(s.less)
		s.file1, s.plus, s.less = -1, 0, 0
	}
	s.end(level, last)
}

func (s *diffScan) line(line string) {
	if s.hunkLine(line) {
		return
	}
	switch {
	case strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "Index: "):
		at := strings.Index(line, " b/")
		if at < 0 {
			at = strings.LastIndexByte(line, ' ')
		}
		s.name(line[at+1:])
	case strings.HasPrefix(line, "--- ") && s.nr < s.count() && strings.HasPrefix(s.lineText(s.nr+1), "+++ "):
		if s.file1 < 0 || s.last > 0 {
			name := s.lineText(s.nr + 1)[4:]
			if strings.HasPrefix(name, "/dev/null") {
				name = line[4:]
			}
			name, _, _ = strings.Cut(name, "\t")
			s.name(name)
		}
	case strings.HasPrefix(line, "@@ "):
		s.hunk(line)
	case diffBegins(line):
		s.close(diffCommit, s.nr-1)
		s.begin(diffCommit, s.nr-1, Symbol{Name: cut(oneLine(line), 60), Kind: "commit", First: s.nr})
	case strings.HasPrefix(line, "Subject: ") && len(s.open) == 1 && s.open[0].level == diffCommit:
		n := &s.nodes[s.open[0].at]
		n.Signature = oneLine(line[len("Subject: "):])
		n.Label = n.Signature
	case strings.HasPrefix(line, "rename to ") && s.file1 >= 0:
		s.head += " (renamed)"
	case strings.HasPrefix(line, "new file mode") && s.file1 >= 0:
		s.head += " (new)"
	case strings.HasPrefix(line, "deleted file mode") && s.file1 >= 0:
		s.head += " (deleted)"
	}
}

// diffBegins tells whether a line begins a commit, as git log or git format-patch
// write it.
func diffBegins(line string) bool {
	rest, ok := strings.CutPrefix(line, "commit ")
	if !ok {
		rest, ok = strings.CutPrefix(line, "From ")
	}
	return ok && len(rest) >= 40 && strings.Trim(rest[:40], "0123456789abcdef") == ""
}

// name begins a file.
func (s *diffScan) name(name string) {
	s.close(diffFile, s.nr-1)
	name = strings.Trim(oneLine(name), `"`)
	if strings.HasPrefix(name, "b/") || strings.HasPrefix(name, "a/") {
		name = name[2:]
	}
	if name == "" {
		return
	}
	s.head, s.left = name, [2]int{}
	s.file1 = s.begin(diffFile, s.nr-1, Symbol{Name: name, Kind: "file", First: s.nr})
}

// hunk begins the change that a line such as @@ -1,2 +3,4 @@ heads.
func (s *diffScan) hunk(line string) {
	ranges, about, _ := strings.Cut(line[3:], " @@")
	words := strings.Fields(ranges)
	if len(words) != 2 {
		return
	}
	s.left = [2]int{hunkLines(words[0]), hunkLines(words[1])}
	name := "@@ " + ranges + " @@"
	s.change = s.begin(diffHunk, s.nr-1, Symbol{Name: name, Kind: "hunk", Signature: oneLine(name + about), First: s.nr})
}

// hunkLines returns the number of lines in -1,2.
func hunkLines(s string) int {
	_, n, ok := strings.Cut(s, ",")
	if !ok {
		return 1
	}
	v, err := strconv.Atoi(n)
	if err != nil || v < 0 {
		return 0
	}
	return v
}

// hunkLine counts a line of the open hunk and tells whether it is one.
func (s *diffScan) hunkLine(line string) bool {
	if s.left[0] <= 0 && s.left[1] <= 0 {
		if s.last > 0 && s.last == s.nr-1 && strings.HasPrefix(line, `\ No newline`) {
			s.last = s.nr
			s.nodes[s.change].Last = s.nr
			return true
		}
		return false
	}
	c := byte(' ')
	if line != "" {
		c = line[0]
	}
	switch {
	case c == '+' && s.left[1] > 0:
		s.plus++
		s.left[1]--
	case c == '-' && s.left[0] > 0:
		s.less++
		s.left[0]--
	case c == ' ' || c == '\t':
		s.left[0]--
		s.left[1]--
	case c == '\\':
	default:
		s.left = [2]int{}
		return false
	}
	if s.last = s.nr; s.left[0] <= 0 && s.left[1] <= 0 {
		s.end(diffHunk, s.nr)
	}
	return true
}
