package sessionlog

// Kind says what a line is. Lines that are no entries come first.
type Kind uint8

// The kinds of lines. Everything from Header on is a JSON object.
const (
	KindBlank   Kind = iota // nothing but what JavaScript's trim removes
	KindDamaged             // no JSON value, or more than one
	KindScalar              // a JSON value that is no object
	KindHeader              // type "session"
	KindMessage
	KindThinkingLevelChange
	KindModelChange
	KindCompaction
	KindBranchSummary
	KindCustom
	KindCustomMessage
	KindLabel
	KindSessionInfo
	KindUsage
	KindContextEdit
	KindUnknown // an object of another type, or of none; pi keeps it in the tree
)

var kindNames = [...]string{
	KindBlank: "blank", KindDamaged: "damaged", KindScalar: "scalar", KindHeader: "session", KindMessage: "message",
	KindThinkingLevelChange: "thinking_level_change", KindModelChange: "model_change",
	KindCompaction: "compaction", KindBranchSummary: "branch_summary", KindCustom: "custom",
	KindCustomMessage: "custom_message", KindLabel: "label", KindSessionInfo: "session_info",
	KindUsage: "usage", KindContextEdit: "context_edit", KindUnknown: "unknown",
}

// String returns pi's type name for entries and a lower-case word otherwise.
func (k Kind) String() string { return kindNames[k] }

// kindOf maps an entry's type to its kind.
func kindOf(typ []byte) Kind {
	switch string(typ) {
	case "session":
		return KindHeader
	case "message":
		return KindMessage
	case "thinking_level_change":
		return KindThinkingLevelChange
	case "model_change":
		return KindModelChange
	case "compaction":
		return KindCompaction
	case "branch_summary":
		return KindBranchSummary
	case "custom":
		return KindCustom
	case "custom_message":
		return KindCustomMessage
	case "label":
		return KindLabel
	case "session_info":
		return KindSessionInfo
	case "usage":
		return KindUsage
	case "context_edit":
		return KindContextEdit
	}
	return KindUnknown
}

// Role is who speaks in a message of the context.
type Role uint8

// The roles of messages. RoleOther is a role that pi leaves out of the context.
const (
	RoleNone Role = iota
	RoleUser
	RoleAssistant
	RoleToolResult
	RoleSystem
	RoleBash // bashExecution: a command that the user ran with "!"
	RoleCustom
	RoleBranchSummary
	RoleCompactionSummary
	RoleHook // hookMessage: version 2's name for custom
	RoleOther
)

var roleNames = [...]string{
	RoleNone: "", RoleUser: "user", RoleAssistant: "assistant", RoleToolResult: "toolResult",
	RoleSystem: "system", RoleBash: "bashExecution", RoleCustom: "custom",
	RoleBranchSummary: "branchSummary", RoleCompactionSummary: "compactionSummary",
	RoleHook: "hookMessage", RoleOther: "other",
}

// String returns pi's name of the role.
func (r Role) String() string { return roleNames[r] }

func roleOf(name []byte) Role {
	for r, n := range roleNames {
		if r != int(RoleOther) && n == string(name) && n != "" {
			return Role(r)
		}
	}
	return RoleOther
}

// Stop is why an assistant turn ended.
type Stop uint8

// The stop reasons that change how pi treats a turn, and the rest.
const (
	StopNone Stop = iota
	StopEnd
	StopLength
	StopToolUse
	StopError
	StopAborted
	StopOther
)

func stopOf(name []byte) Stop {
	switch string(name) {
	case "stop":
		return StopEnd
	case "length":
		return StopLength
	case "toolUse":
		return StopToolUse
	case "error":
		return StopError
	case "aborted":
		return StopAborted
	}
	return StopOther
}

// Flags are facts about a line that rules ask for often.
type Flags uint16

// The facts kept of each line.
const (
	NoParentKey   Flags = 1 << iota // there is no parentId, which pi itself never writes
	BadParent                       // parentId is neither a string nor null
	NoID                            // there is no string id
	NoMessage                       // type "message" without a message object
	OddCallID                       // a call id that some API's normalisation would change
	Silent                          // contributes nothing although its kind could: excluded bash, empty summary; a compaction without one
	EditsAway                       // context_edit with replacement null
	NoReplacement                   // context_edit without a replacement
	KeptIndex                       // a compaction: it names a record by number, which counts in version 1
	Synthetic                       // a result that says it is synthetic
	NoUsage                         // assistant whose usage has no cost in the form in which pi writes it
	RepeatedKey                     // a key may stand twice; the last one counts
	OddContent                      // content of a shape that rules about content look at
	Surrogate                       // an escape of half a character, in a pair or alone
	NotUTF8                         // bytes that are no UTF-8
	Deep                            // a value that is nested deeper than [MaxNesting]

	Pictures     = EditsAway     // of a message: there is an image in it
	Signed       = KeptIndex     // of an answer: there is signed thinking in it
	OddSignature = NoReplacement // of an answer: some thinking has no signature of Claude's form
	Unpriced     = NoReplacement // of a result: what it took is said, but not what was paid
	NotRun       = NoUsage       // of a result: its text says that the call did not run to its end
)
