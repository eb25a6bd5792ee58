package sessionlog

import "fmt"

// Act is what an [Op] does.
type Act uint8

// The acts. Each leaves the tree whole: no entry loses its parent by one.
const (
	// Drop takes an entry out; its children get its parent.
	Drop Act = iota
	// Move takes an entry out and puts it behind another one, in the tree and
	// in the file.
	Move
	// Insert puts a new entry behind another one.
	Insert
	// Relink gives an entry another parent.
	Relink
	// Rename gives an entry another id; its children follow.
	Rename
	// Replace replaces bytes within one line.
	Replace
	// Erase takes a line out that is no entry of the tree.
	Erase
	// Lift puts a line that is no entry to the top of the file.
	Lift
	// Resume makes an entry the one that pi resumes.
	Resume
)

// Op is one operation on a session. Lines are those of the [Log] that it was
// made for.
type Op struct {
	Act  Act
	Line int // the line that it is about; for Insert the entry to go behind

	// Behind is the entry that a moved one goes behind.
	Behind int
	// Adopt are the children of the entry at Behind (Move) or Line (Insert)
	// that get the moved or new entry as parent. Without any, it becomes a new
	// leaf behind that entry.
	Adopt []int
	// Parent is the new parent of Relink; [Root] makes the entry a root.
	Parent int
	// Twin is the entry that says the same as a dropped one, under the same id, plus
	// 1. It takes the dropped one's place as the leaf that pi resumes, and as the
	// first that a compaction keeps.
	Twin int
	// ID is the new id of Rename.
	ID string
	// New is the entry of Insert.
	New Fresh
	// Edit is what Replace does, and Records by how much it changes the number
	// of records in the file.
	Edit    Edit
	Records int
}

// Fresh is an entry that did not exist before.
type Fresh struct {
	Type string
	ID   string // unique in the session; see [Log.FreshID]
	Rest string // the members behind parentId, as JSON without braces
}

// text returns the entry's line. A version 1 entry has no ids.
func (f Fresh) text(version int, parent string) []byte {
	if version == 1 {
		return fmt.Appendf(nil, `{"type":%s,%s}`+"\n", Quote(f.Type), f.Rest)
	}
	return fmt.Appendf(nil, `{"type":%s,"id":%s,"parentId":%s,%s}`+"\n",
		Quote(f.Type), Quote(f.ID), parent, f.Rest)
}
