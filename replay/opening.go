package replay

import (
	"bytes"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// opening returns what makes pi fail when it opens a session, nil when it can. anew
// says that it takes the file for an empty one (session-manager.js,
// loadEntriesFromFile and setSessionFile). The error is one of reading.
func opening(log *sessionlog.Log, version Version) (f *Failure, anew bool, err error) {
	first, header, err := firstRecord(log, version)
	switch {
	case err != nil:
		return nil, false, err
	case header:
		f, err = behindHeader(log, first, version)
		return f, false, err
	case log.Len() == 0:
		return nil, false, nil // pi begins a session in an empty file
	case first >= 0 && log.Kind(first) == sessionlog.KindScalar && version.WholeFile:
		if v, err := scalar(log, first); v.Kind() == js.Null || err != nil {
			return nullRecord(first), false, err
		}
	}
	if version.Overwrites {
		return nil, true, nil
	}
	// Behind these words pi names the file.
	return &Failure{ID: "pi/header", Line: max(first, 0), Text: "Session file is not a valid pi session"}, false, nil
}

// firstRecord returns the first line that pi takes for a record, -1 when there is
// none, and whether that is a header.
func firstRecord(log *sessionlog.Log, version Version) (line int, header bool, err error) {
	if version.WholeFile {
		if line, err := markedHeader(log); line >= 0 || err != nil {
			return line, true, err
		}
	}
	for line := range log.Len() {
		switch kind := log.Kind(line); {
		case kind == sessionlog.KindHeader:
			entry, err := log.Entry(line)
			return line, err == nil && entry.Get("id").Type == gjson.String, err
		case kind > sessionlog.KindHeader:
			return line, false, nil
		case kind == sessionlog.KindScalar:
			if v, err := scalar(log, line); v.Truthy() || version.WholeFile || err != nil {
				return line, false, err
			}
		}
	}
	return -1, false, nil
}

// markedHeader returns the line of a header with a byte order mark before it, -1
// when the session does not begin with one.
func markedHeader(log *sessionlog.Log) (int, error) {
	for line := range log.Len() {
		if log.Kind(line) == sessionlog.KindBlank {
			continue
		}
		text, err := log.Bytes(log.Body(line))
		behind, marked := bytes.CutPrefix(text, []byte(sessionlog.BOM))
		if err != nil || !marked {
			return -1, err
		}
		if head := sessionlog.Parse(behind); head.Header() == 0 && !head.Has(0, sessionlog.NoID) {
			return line, nil
		}
		return -1, nil
	}
	return -1, nil
}

// behindHeader returns what makes pi fail on the lines behind the header.
func behindHeader(log *sessionlog.Log, header int, version Version) (*Failure, error) {
	migrated := log.Version() < 3 // pi writes such a session anew, all of it
	if !migrated && !version.WholeFile {
		return nil, nil
	}
	deep := -1
	for line := header; line < log.Len(); line++ {
		if deep < 0 && log.Has(line, sessionlog.Deep) {
			deep = line
		}
		if !version.WholeFile || log.Kind(line) != sessionlog.KindScalar {
			continue
		}
		if v, err := scalar(log, line); v.Kind() == js.Null || err != nil {
			return nullRecord(line), err
		}
	}
	if migrated && deep >= 0 {
		return overflow(deep), nil
	}
	return nil, nil
}

// scalar reads a line that is JSON but no object. What JavaScript takes for false
// is no record to pi.
func scalar(log *sessionlog.Log, line int) (js.Value, error) {
	text, err := log.Bytes(log.Body(line))
	if err != nil {
		return js.Value{}, err
	}
	return js.Parse(text)
}

func nullRecord(line int) *Failure {
	return &Failure{ID: "pi/null-record", Line: line, Text: "Cannot read properties of null (reading 'type')"}
}
