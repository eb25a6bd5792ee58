package integrity

import "github.com/pi-fix/pi-fix/sessionlog"

type speechKind uint8

const (
	silent speechKind = iota
	user              // anything that reaches the model in the user role
	assistant
	result
	compaction
	editor
)

// speech tells what an entry is in the eyes of pi's pairing.
func speech(log *sessionlog.Log, line int) speechKind {
	switch log.Kind(line) {
	case sessionlog.KindCompaction:
		return compaction
	case sessionlog.KindContextEdit:
		return editor
	case sessionlog.KindCustomMessage:
		return user
	case sessionlog.KindBranchSummary, sessionlog.KindMessage:
	default:
		return silent
	}
	if log.Has(line, sessionlog.Silent) || log.Has(line, sessionlog.NoMessage) {
		return silent
	}
	switch log.Role(line) {
	case sessionlog.RoleAssistant:
		return assistant
	case sessionlog.RoleToolResult:
		return result
	case sessionlog.RoleUser, sessionlog.RoleBash, sessionlog.RoleCustom,
		sessionlog.RoleBranchSummary, sessionlog.RoleCompactionSummary:
		return user
	}
	return silent
}
