package sessionlog

import (
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// Log is an index over one session. Lines are counted from 0; people count
// from 1. A Log does not change and may be used by many goroutines.
type Log struct {
	src      Source
	recs     []record
	refs     []Key
	pictures []Picture
	ids      idTable
	header   int
	version  int
	linear   bool // each entry's parent is the entry before it
	forward  bool // some parent stands later in the file than its child
	last     int  // the last entry, -1 when there is none
	ended    bool // the last line ends with a newline
	repeats  []int
	kept     []lineSpan // of the log that it was patched from
	there    survey
}

// Parse indexes a session that is in memory. Damage is no error.
func Parse(src []byte) *Log {
	l, err := Read(memory(src), 0)
	if err != nil {
		panic("sessionlog: memory cannot fail to be read: " + err.Error())
	}
	return l
}

// Open indexes a session of any size; the error is one of reading. The source
// must stay readable and unchanged as long as the Log is used.
func Open(src io.ReaderAt, size int64) (*Log, error) {
	return Read(io.NewSectionReader(src, 0, size), 0)
}

// maxHeld is up to which size something other than a file is held in memory.
const maxHeld = 4 << 20

// Read indexes a session with the given number of workers.
func Read(src Source, workers Workers) (*Log, error) {
	src, err := held(src)
	if err != nil {
		return nil, err
	}
	all, err := parseAll(src, workers)
	if err != nil {
		return nil, fmt.Errorf("read session: %w", err)
	}
	return newLog(src, all)
}

// held takes a small source into memory. A file is read in pieces, and what is put
// together of pieces at once.
func held(src Source) (Source, error) {
	if _, file := src.(spanReader); file || src.Size() >= maxHeld {
		return src, nil
	}
	b, err := readFull(src, Span{0, src.Size()})
	if err != nil {
		return nil, fmt.Errorf("read session: %w", err)
	}
	return memory(b), nil
}

// newLog makes a log of what was found in the lines.
func newLog(src Source, all batch) (*Log, error) {
	l := &Log{src: src, recs: all.recs, refs: all.refs, pictures: all.pictures, header: -1, last: -1}
	if err := l.readEnd(); err != nil {
		return nil, fmt.Errorf("read session: %w", err)
	}
	l.findHeader()
	if err := l.readVersion(); err != nil {
		return nil, fmt.Errorf("read session header: %w", err)
	}
	l.look()
	l.link()
	return l, nil
}

// readEnd looks how the last line ends.
func (l *Log) readEnd() error {
	n := l.src.Size()
	if n == 0 {
		return nil
	}
	b, err := readFull(l.src, Span{n - 1, n})
	l.ended = err == nil && b[0] == '\n'
	return err
}

// findHeader takes the first record that is a header. pi asks for it to be the
// first record of all, which a rule checks.
func (l *Log) findHeader() {
	for i := range l.recs {
		if l.recs[i].kind == KindHeader {
			l.header = i
			return
		}
	}
}

// readVersion compares as pi does: JavaScript's "version ?? 1" and "<", so a
// numeric string counts as a number and nothing counts as 1.
func (l *Log) readVersion() error {
	l.version = 3
	if l.header < 0 {
		for i := range l.recs {
			if l.IsEntry(i) && l.recs[i].flags&(NoID|NoParentKey) == NoID|NoParentKey {
				l.version = 1
			}
			if l.IsEntry(i) {
				break
			}
		}
		return nil
	}
	e, err := l.Entry(l.header)
	if err != nil {
		return err
	}
	switch n, ok := asNumber(e.Get("version")); {
	case ok && n < 2:
		l.version = 1
	case ok && n < 3:
		l.version = 2
	}
	return nil
}

// asNumber is what JavaScript compares a version by; ok is false where that is no number.
func asNumber(v gjson.Result) (n float64, ok bool) {
	switch text := strings.TrimSpace(v.String()); {
	case v.Type == gjson.Null, v.Type == gjson.True:
		return 1, true // "?? 1" stands for what is null or absent
	case v.Type == gjson.False, v.Type == gjson.String && text == "":
		return 0, true
	case v.IsArray() && len(text) < 1000 && len(v.Array()) < 2: // a list is the text of its elements; one nested for long is none
		if of := v.Array(); len(of) == 1 && of[0].Type != gjson.True && of[0].Type != gjson.False {
			return asNumber(of[0])
		}
		return 0, len(v.Array()) == 0
	default:
		n, err := strconv.ParseFloat(text, 64)
		return n, err == nil
	}
}

// Source returns what the session is read from.
func (l *Log) Source() Source { return l.src }

// Len returns the number of lines.
func (l *Log) Len() int { return len(l.recs) }

// Header returns the line of the first header, -1 when there is none.
func (l *Log) Header() int { return l.header }

// Version is the format that pi takes the session for: 1, 2 or 3. Without a
// header it is told by whether the first entry has an id.
func (l *Log) Version() int { return l.version }

// Span returns a line's bytes with its line end. The spans of all lines tile
// the input.
func (l *Log) Span(line int) Span {
	end := l.src.Size()
	if line+1 < len(l.recs) {
		end = l.recs[line+1].start
	}
	return Span{l.recs[line].start, end}
}

// Ended reports whether the line ends with a newline; only the last can lack it.
func (l *Log) Ended(line int) bool { return line+1 < len(l.recs) || l.ended }

// Body returns a line's span without its line end.
func (l *Log) Body(line int) Span {
	s := l.Span(line)
	if l.Ended(line) {
		s.End--
	}
	return s
}

// Bytes reads a span of the source.
func (l *Log) Bytes(s Span) ([]byte, error) { return readFull(l.src, s) }

// Kind returns what the line is.
func (l *Log) Kind(line int) Kind { return l.recs[line].kind }

// Role returns the role of a message entry, or the role that an entry of
// another kind takes in the context; RoleNone for the rest.
func (l *Log) Role(line int) Role {
	r := l.recs[line].role()
	if r == RoleHook && l.version < 3 {
		return RoleCustom // pi renames it when it migrates the file
	}
	return r
}

// Stop returns why the assistant turn in the line ended.
func (l *Log) Stop(line int) Stop { return l.recs[line].stop() }

// Dead reports whether the line is an assistant turn that pi leaves out of
// every request because it ended in an error or was aborted.
func (l *Log) Dead(line int) bool {
	r := &l.recs[line]
	return r.kind == KindMessage && r.role() == RoleAssistant && (r.stop() == StopError || r.stop() == StopAborted)
}

// Has reports whether all the given facts hold for the line.
func (l *Log) Has(line int, f Flags) bool { return l.recs[line].flags&f == f }

// ID returns the key of the line's id, 0 when it has none.
func (l *Log) ID(line int) Key { return l.recs[line].id }

// Refs returns the ids that the line names: the tool calls of an assistant,
// the toolCallId of a result, the firstKeptEntryId of a compaction, with the number of a
// record behind it where it has [KeptIndex], the
// targetId of an edit or a label. 0 stands for one that is missing.
func (l *Log) Refs(line int) []Key {
	end := len(l.refs)
	if line+1 < len(l.recs) {
		end = int(l.recs[line+1].refs)
	}
	return l.refs[l.recs[line].refs:end]
}

// IsEntry reports whether the line is a node of the tree: a JSON object that is
// no header.
func (l *Log) IsEntry(line int) bool { return l.recs[line].kind > KindHeader }

// RefAt returns where the references of a line begin when those of all lines
// are counted, and RefCount how many there are.
func (l *Log) RefAt(line int) int { return int(l.recs[line].refs) }

// RefCount returns how many references all lines have together.
func (l *Log) RefCount() int { return len(l.refs) }

// LineAt returns the line that holds the byte at an offset.
func (l *Log) LineAt(off int64) int {
	i := sort.Search(len(l.recs), func(i int) bool { return l.recs[i].start > off })
	return max(i-1, 0)
}
