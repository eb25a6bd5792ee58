package replay

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// contextFailure returns what makes pi fail while it still collects the messages
// of a leaf, nil when it can. The error is one of reading.
func contextFailure(log *sessionlog.Log, leaf int, version Version) (*Failure, error) {
	if log.Forward() {
		if branch := log.Branch(leaf); len(branch) > 0 && log.Parent(branch[0]) >= 0 {
			return &Failure{ID: "pi/parent-cycle", Line: branch[0], Text: "JavaScript heap out of memory"}, nil
		}
	}
	lines := log.Context(leaf).Lines
	for _, line := range lines {
		if log.Kind(line) == sessionlog.KindContextEdit && version.OldContext {
			continue
		}
		f, err := entryFailure(log, lines, line)
		if err != nil {
			return nil, fmt.Errorf("replay: read line %d: %w", line+1, err)
		}
		if f != nil {
			return f, nil
		}
	}
	return nil, nil
}

// stored returns the messages that a prompt behind the leaf brings along: none when
// the leaf has no id, because that is the parent that pi gives to the prompt. An id
// may be anything that JavaScript takes for true; files of the first version get
// theirs from pi.
func stored(log *sessionlog.Log, leaf int, version Version) ([]sessionlog.Message, error) {
	if leaf < 0 {
		return nil, nil
	}
	if hidden, err := scalarBehind(log, leaf, version); err != nil || hidden {
		return nil, err
	}
	entry, err := log.Entry(leaf)
	if err != nil {
		return nil, err
	}
	id := entry.Get("id")
	named := id.Type == gjson.True || id.Type == gjson.JSON || id.Str != "" || id.Num != 0
	if !named && log.Version() > 1 {
		return nil, nil
	}
	if version.OldContext {
		return log.Unedited(leaf)
	}
	return log.Messages(leaf)
}

// loadout returns the system messages of a branch, also those that a compaction has
// hidden from the model: on a resume pi from 1.3.0 on takes those of its tools that
// they leave (agent-session.js, _restoreToolsFromTranscript). Those in compactions it
// does not look at.
func loadout(log *sessionlog.Log, leaf int) ([]sessionlog.Message, error) {
	var out []sessionlog.Message
	for _, line := range log.Branch(leaf) {
		if log.Kind(line) != sessionlog.KindMessage || log.Role(line) != sessionlog.RoleSystem {
			continue
		}
		e, err := log.Entry(line)
		if err != nil {
			return nil, err
		}
		out = append(out, sessionlog.Message{Line: line, Role: sessionlog.RoleSystem, JSON: []byte(e.Get("message").Raw)})
	}
	return out, nil
}

// scalarBehind reports whether a line behind the last entry is JSON but no object: to
// pi it is an entry without an id, and the leaf.
func scalarBehind(log *sessionlog.Log, leaf int, version Version) (bool, error) {
	if leaf != log.Active() {
		return false, nil
	}
	for line := leaf + 1; line < log.Len(); line++ {
		if log.Kind(line) != sessionlog.KindScalar {
			continue
		}
		if v, err := scalar(log, line); v.Truthy() || version.WholeFile || err != nil {
			return true, err
		}
	}
	return false, nil
}

// entryFailure looks at one of the lines of a context.
func entryFailure(log *sessionlog.Log, lines []int, line int) (*Failure, error) {
	empty := log.Kind(line) == sessionlog.KindMessage && log.Has(line, sessionlog.NoMessage)
	if !empty && log.Kind(line) != sessionlog.KindContextEdit {
		return nil, nil
	}
	entry, err := log.Entry(line)
	if err != nil {
		return nil, err
	}
	if empty {
		message := entry.Get("message")
		switch {
		case !message.Exists():
			return &Failure{ID: "pi/message", Line: line, Text: "Cannot read properties of undefined (reading 'role')"}, nil
		case message.Type == gjson.Null:
			return &Failure{ID: "pi/message", Line: line, Text: "Cannot read properties of null (reading 'role')"}, nil
		case nesting(message.Raw) > sessionlog.MaxNesting:
			return overflow(line), nil
		}
		return nil, nil // a text or a number has no role, which pi takes for a role it does not know
	}
	refs := log.Refs(line)
	if entry.Get("replacement").Exists() || len(refs) == 0 {
		return nil, nil
	}
	if target := log.Find(refs[0]); editable(log, target) && slices.Contains(lines, target) {
		return &Failure{ID: "pi/context-edit", Line: line, Text: "Cannot read properties of undefined (reading 'content')"}, nil
	}
	return nil, nil
}

// editable reports whether pi applies edits to what the line contributes.
func editable(log *sessionlog.Log, line int) bool {
	if line < 0 {
		return false
	}
	switch log.Kind(line) {
	case sessionlog.KindCustomMessage:
		return true
	case sessionlog.KindMessage:
		switch log.Role(line) {
		case sessionlog.RoleUser, sessionlog.RoleAssistant, sessionlog.RoleToolResult, sessionlog.RoleCustom:
			return true
		}
	}
	return false
}
