package recovery

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
)

// filePart is what one result of read shows of a file.
type filePart struct {
	first int // counted from 1
	lines []string
	total int // lines of the file as pi counts them, 0 when the result does not say
}

// The notices behind a text that is not all of the file (core/tools/read.js).
var (
	cutNotice = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^(.*)\n\n\[Showing lines (\d{1,8})-(\d{1,8}) of (\d{1,8})(?: \([^)]{1,20} limit\))?\. Use offset=\d+ to continue\.\]\n?$`)
	})
	moreNotice = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^(.*)\n\n\[(\d{1,8}) more lines in file\. Use offset=(\d{1,8}) to continue\.\]$`)
	})
)

// partOf reads a result of read. ok is false for one that shows no lines, such as
// one of a line that is too long.
func partOf(text string, w readWindow, details gjson.Result) (p filePart, ok bool) {
	p.first = max(w.offset, 1)
	cut := details.Get("truncation")
	if strings.HasPrefix(text, "[Line ") && strings.HasSuffix(text, "]") && strings.Contains(text, " limit. Use bash: sed -n ") {
		return p, false
	}
	if m := cutNotice().FindStringSubmatch(text); m != nil {
		first, last := number(m[2]), number(m[3])
		p.lines, p.total = strings.Split(m[1], "\n"), number(m[4])
		if c := cut.Get("content"); c.Type == gjson.String {
			p.lines = strings.Split(c.String(), "\n")
		}
		return p, first == p.first && last-first+1 == len(p.lines) && last <= p.total
	}
	if cut.Get("truncated").Bool() {
		return p, false // somebody changed the text
	}
	if m := moreNotice().FindStringSubmatch(text); m != nil && w.limit > 0 {
		p.lines, p.total = strings.Split(m[1], "\n"), number(m[3])-1+number(m[2])
		return p, number(m[3])-p.first == len(p.lines)
	}
	p.lines = strings.Split(text, "\n")
	p.total = p.first - 1 + len(p.lines)
	return p, true
}

// number is that of a few digits.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
