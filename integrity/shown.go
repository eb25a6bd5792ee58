package integrity

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
)

// Shown is what one result of read shows of a file.
type Shown struct {
	First int // counted from 1
	Lines []string
	Total int // lines of the file as pi counts them, one more than line ends
}

// maxNotice is above the length of every notice, in bytes.
const maxNotice = 160

// The notices behind a text that is not all of the file (core/tools/read.js).
var (
	cutNotice = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\n\n\[Showing lines (\d{1,8})-(\d{1,8}) of (\d{1,8})(?: \([^)]{1,20} limit\))?\. Use offset=\d+ to continue\.\]\n?$`)
	})
	moreNotice = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\n\n\[(\d{1,8}) more lines in file\. Use offset=(\d{1,8}) to continue\.\]$`)
	})
)

// ShownOf reads a result of read with the arguments of its call and its own details.
// ok is false for one that shows no lines, such as one of a line that is too long.
func ShownOf(text string, args, details gjson.Result) (s Shown, ok bool) {
	offset, limit := WindowOf(args)
	s.First = max(offset, 1)
	if strings.HasPrefix(text, "[Line ") && strings.HasSuffix(text, "]") && strings.Contains(text, " limit. Use bash: sed -n ") {
		return s, false
	}
	body, notice := text, ""
	if at := strings.LastIndex(text, "\n\n["); at >= 0 && len(text)-at < maxNotice {
		body, notice = text[:at], text[at:]
	}
	cut := details.Get("truncation")
	if m := cutNotice().FindStringSubmatch(notice); m != nil {
		first, last := number(m[1]), number(m[2])
		s.Total = number(m[3])
		if c := cut.Get("content"); c.Type == gjson.String {
			body = c.String()
		}
		s.Lines = strings.Split(body, "\n")
		return s, first == s.First && last-first+1 == len(s.Lines) && last <= s.Total
	}
	if cut.Get("truncated").Bool() {
		return s, false // somebody changed the text
	}
	if m := moreNotice().FindStringSubmatch(notice); m != nil && limit > 0 {
		s.Lines, s.Total = strings.Split(body, "\n"), number(m[2])-1+number(m[1])
		return s, number(m[2])-s.First == len(s.Lines)
	}
	s.Lines = strings.Split(text, "\n")
	s.Total = s.First - 1 + len(s.Lines)
	return s, true
}

// number is that of a few digits.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
