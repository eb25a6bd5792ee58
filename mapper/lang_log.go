package mapper

import "strings"

const (
	logBlocks = 40  // stretches in which a log is listed
	logBad    = 300 // errors that are listed
)

// scanLog lists stretches of a log by the times of their first and last lines, and
// the errors in them.
func scanLog(f *file) {
	last := f.count()
	size := max((last+logBlocks-1)/logBlocks, 50)
	bad, prev := 0, ""
	for from := 1; from <= last; from += size {
		to := min(from+size-1, last)
		f.add(0, Symbol{Name: f.logSpan(from, to), Kind: "lines", First: from, Last: to})
		for n := from; n <= to && bad < logBad; n++ {
			text := logError(f.lineText(n))
			if text == "" {
				continue
			}
			if what := stemless(text); what != prev {
				f.add(1, Symbol{Name: text, Kind: "error", First: n, Last: n})
				prev = what
				bad++
			}
		}
	}
}

// stemless takes the digits out of a text, so that lines which differ in numbers are
// the same.
func stemless(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}

// logSpan words a stretch: its first and last times, or its first line.
func (f *file) logSpan(from, to int) string {
	first, last := "", ""
	for n := from; n <= min(to, from+20) && first == ""; n++ {
		first = logTime(f.lineText(n))
	}
	for n := to; n >= max(from, to-20) && last == ""; n-- {
		last = logTime(f.lineText(n))
	}
	switch {
	case first == "":
		return "lines: " + cut(oneLine(f.lineText(from)), maxDoc)
	case first == last || last == "":
		return first
	}
	if n := strings.IndexAny(first, " T"); n > 0 && strings.HasPrefix(last, first[:n+1]) {
		last = last[n+1:]
	}
	return first + " … " + last
}

// logTime returns the time that a line begins with, maybe in brackets, or "".
func logTime(line string) string {
	line = strings.TrimLeft(line, " [(")
	line = line[:min(len(line), 32)]
	end, digits, colons := 0, 0, 0
	for end < len(line) {
		switch c := line[end]; {
		case c >= '0' && c <= '9':
			digits++
		case c == ':':
			colons++
		case c == '-' || c == '/' || c == '.' || c == ',' || c == 'T' || c == 'Z' || c == '+':
		case c == ' ' && colons == 0 && digits > 0 && end+1 < len(line) && line[end+1] >= '0' && line[end+1] <= '9':
		case end < 4 && digits == 0 && (c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'):
		case c == ' ' && end == 3 && digits == 0:
		default:
			if colons < 1 || digits < 4 {
				return ""
			}
			return strings.TrimRight(line[:end], " :-,.")
		}
		end++
	}
	if colons < 1 || digits < 4 {
		return ""
	}
	return strings.TrimRight(line[:end], " :-,.")
}

// badWords tell that a line of a log reports a failure.
var badWords = []string{"ERROR", "FATAL", "CRITICAL", "PANIC", "panic:", "Traceback", "Exception", "error:", "Error:", "FAILED", "fatal:", "SEVERE", "level=error", "[error]"}

// logError returns what a line reports when it is a failure, or "".
func logError(line string) string {
	head := line[:min(len(line), 200)]
	for _, w := range badWords {
		if n := strings.Index(head, w); n >= 0 {
			return cut(oneLine(line[n:min(len(line), n+4*maxText)]), maxDoc)
		}
	}
	return ""
}

// isLog tells whether most of the first lines begin with a time.
func isLog(text string) bool {
	lines, times := 0, 0
	for line := range strings.Lines(text) {
		if blankLine(line) {
			continue
		}
		if lines++; lines > 20 {
			break
		}
		if logTime(line) != "" {
			times++
		}
	}
	return times >= 3 && 2*times > lines
}
