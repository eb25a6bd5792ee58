package replay

import (
	"slices"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// uncloned returns what makes pi fail when it copies the messages of a leaf for its
// extensions, which it does before every request, with structuredClone (extensions/
// runner.js, emitContext); nil when it can.
func uncloned(log *sessionlog.Log, leaf int, stored []sessionlog.Message) *Failure {
	deep := slices.DeleteFunc(log.Context(leaf).Lines, func(line int) bool { return !log.Has(line, sessionlog.Deep) })
	if len(deep) == 0 {
		return nil
	}
	for _, m := range stored {
		if !tooDeep(log.Kind(m.Line), m) {
			continue
		}
		for _, line := range deep {
			if line == m.Line || log.Kind(line) == sessionlog.KindContextEdit && log.Find(log.Refs(line)[0]) == m.Line {
				return overflow(line)
			}
		}
	}
	return nil
}

// copied are the members, beside the content, that pi takes over into the message
// that it makes of an entry (messages.js). Of a message entry it takes all.
func copied(kind sessionlog.Kind) (members []string, some bool) {
	switch kind {
	case sessionlog.KindCustomMessage:
		return []string{"customType", "display", "details"}, true
	case sessionlog.KindBranchSummary:
		return []string{"summary", "fromId"}, true
	case sessionlog.KindCompaction:
		return []string{"summary", "tokensBefore"}, true
	}
	return nil, false
}

// tooDeep reports whether a message of an entry is nested too deep to be copied.
func tooDeep(kind sessionlog.Kind, m sessionlog.Message) bool {
	if nesting(string(m.Content)) > sessionlog.MaxNesting {
		return true
	}
	members, some := copied(kind)
	some = some && m.Role != sessionlog.RoleSystem // of a compaction, whose message it is
	found := false
	gjson.ParseBytes(m.JSON).ForEach(func(key, value gjson.Result) bool {
		if key.Str != "content" && (!some || slices.Contains(members, key.Str)) {
			found = found || nesting(value.Raw) > sessionlog.MaxNesting
		}
		return !found
	})
	return found
}

// nesting returns how many levels a JSON value has.
func nesting(value string) int {
	depth, most := 0, 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '"':
			for i++; i < len(value) && value[i] != '"'; i++ {
				if value[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			most = max(most, depth)
		case '}', ']':
			depth--
		}
	}
	return most
}

func overflow(line int) *Failure {
	return &Failure{ID: "pi/too-deep", Line: line, Text: "Maximum call stack size exceeded"}
}
