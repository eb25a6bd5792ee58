package integrity

import "slices"

// Decision is what becomes of one kind of damage.
type Decision uint8

// The decisions. A guarded shape looks wrong, is legal, and stays as it is.
const (
	OutOfReach Decision = iota
	Guarded
	Reported
	Repaired
)

// String returns the decision in lower case.
func (d Decision) String() string {
	return [...]string{"out-of-reach", "guarded", "reported", "repaired"}[d]
}

// Class is one kind of damage of the corruption catalogue, which collects what goes
// wrong with sessions in the wild: L lines, H header, T tree, P pairs, C calls, A
// content, K thinking, I images, X compactions, O order, W repairs, S sizes,
// R reads.
type Class struct {
	ID string
	Decision
	// Why says why nothing is repaired; for what is repaired the rules say it.
	Why string
	// Test names the test that holds the decision where no session can show it: a
	// folder and a function of it.
	Test string
}

// Rules returns the rules that name the class, in the order of [Rules].
func (c *Class) Rules() []*Rule {
	var out []*Rule
	for _, r := range Rules {
		if slices.Contains(r.Classes, c.ID) {
			out = append(out, r)
		}
	}
	return out
}

// repaired lists kinds of damage that rules repair.
func repaired(ids ...string) []Class {
	out := make([]Class, len(ids))
	for i, id := range ids {
		out[i] = Class{ID: id, Decision: Repaired}
	}
	return out
}

// Catalogue gives every kind of damage its decision, in the order of their ids
// within each group.
var Catalogue = slices.Concat(
	repaired("L01", "L02", "L03", "L04", "L05"),
	[]Class{
		{ID: "L06", Decision: Guarded, Why: "they are JSON; pi reads them, only its list of sessions of 1.5.2 does not"},
		{ID: "L07", Decision: Guarded, Why: "every pi reads CRLF"},
	},
	repaired("L08", "L09", "L10"),
	[]Class{{ID: "L11", Decision: Reported, Why: "there is nothing to repair: pi writes a header into the empty file"}},
	repaired("L12", "L13", "L14", "L15", "L16"),
	repaired("H01", "H02", "H03", "H04"),
	[]Class{
		{ID: "H05", Decision: Reported, Why: "what is a fault in this version could be how the newer one writes"},
		{ID: "H06", Decision: Guarded, Why: "pi migrates old sessions itself; a repair keeps to their version"},
	},
	repaired("H07"),
	[]Class{{ID: "H08", Why: "one file does not show it: which of two files is the copy is known to nobody but the user"}},
	repaired("T01", "T02", "T03", "T04", "T05"),
	[]Class{
		{ID: "T06", Decision: Guarded, Why: "pi finds parents by id, wherever they stand"},
		{ID: "T07", Decision: Guarded, Why: "pi makes several roots itself, by /tree"},
		{ID: "T08", Decision: Reported, Why: "both branches are whole; which one goes on is for the user to say"},
	},
	repaired("T09"),
	[]Class{
		{ID: "T10", Decision: Reported, Why: "pi leaves the message out of every request; who said it is not guessed"},
		{ID: "T11", Decision: Reported, Why: "what is about a lost entry has no effect, and pi does not mind; an edit into nothing is taken out"},
		{ID: "T12", Decision: Guarded, Why: "newer versions and extensions write them, and pi keeps them in the tree"},
		{ID: "T13", Decision: Reported, Why: "whose entries they are is for the user to say; both stay reachable"},
	},
	repaired("P01", "P02", "P03", "P04", "P05", "P06", "P07", "P08", "P09", "P10", "P11", "P12", "P13", "P14", "P15",
		"P16", "P17", "P18", "P19", "P20", "P21", "P22", "P23"),
	[]Class{{ID: "P24", Decision: Reported, Why: "the answer is sent as any other; whether it was ended is not for a repair to say"}},
	repaired("P25", "P26", "P27", "P28"),
	repaired("C01", "C02", "C03", "C04", "C05", "C06", "C07"),
	[]Class{
		{ID: "C08", Decision: Guarded, Why: "pi never sends the scratch text"},
	},
	repaired("C09", "C10", "C11", "C12", "C13"),
	[]Class{{ID: "C14", Decision: Guarded, Why: "a call is history, whatever has become of the tool"}},
	[]Class{
		{ID: "A01", Decision: Guarded, Why: "pi leaves failed turns out"},
		{ID: "A02", Decision: Guarded, Why: "pi leaves empty answers out"},
	},
	repaired("A03", "A04", "A05", "A06", "A07", "A08"),
	[]Class{{ID: "A09", Decision: Guarded, Why: "a resume ends with the next prompt, so the answer is not the last message"}},
	repaired("A10", "A11"),
	repaired("K01"),
	[]Class{{ID: "K02", Decision: Reported, Why: "pi sends unsigned thinking as text, or not at all"}},
	repaired("K03", "K04", "K05", "K06", "K07", "K08", "K09", "K10"),
	[]Class{
		{ID: "K11", Decision: Guarded, Why: "pi sends an empty reasoning_content to services that ask for one; repairs keep thinking"},
		{ID: "K12", Decision: Guarded, Why: "Gemini looks at the turn that is running only, and a resume begins a new one; repairs keep signatures"},
	},
	repaired("K13"),
	repaired("I01", "I02", "I03", "I04", "I05"),
	[]Class{
		{ID: "I06", Decision: Reported, Why: "pi from 1.3 on sends the image behind the results"},
		{ID: "I07", Decision: Guarded, Why: "pi puts a note in its place when it sends; with another model the image is seen again"},
	},
	[]Class{{ID: "I08", Decision: Repaired, Test: "integrity TestManyMegabytes"}},
	repaired("X01", "X02", "X03", "X04", "X05"),
	[]Class{{ID: "X06", Why: "a copy without its compaction looks like a session that was never compacted; pi compacts it anew"}},
	repaired("X07"),
	[]Class{{ID: "O01", Decision: Guarded, Why: "the next prompt follows the answer"}},
	repaired("O02", "O03"),
	[]Class{
		{ID: "O04", Decision: Guarded, Why: "only old models of Mistral mind, and an answer that nobody gave is not made up"},
		{ID: "O05", Decision: Reported, Why: "where nothing can be read there is nothing to repair, and nothing is written"},
		{ID: "W01", Decision: Guarded, Why: "lines that arrive meanwhile are moved to the new file", Test: "recovery TestNothingIsLostBesideAWriter"},
		{ID: "W02", Decision: Guarded, Why: "one backup for one content", Test: "recovery TestAThousandRunsMakeOneBackup"},
		{ID: "W03", Decision: Guarded, Why: "what a repair leaves is judged by the same rules and replayed", Test: "recovery TestLaws"},
		{ID: "W04", Decision: Guarded, Why: "a repair is written, and repeated it finds nothing", Test: "recovery TestLaws"},
		{ID: "W05", Decision: Guarded, Why: "a repair is a function of the bytes", Test: "recovery TestLaws"},
		{ID: "W06", Decision: Guarded, Why: "untouched lines are copied", Test: "recovery TestLaws"},
		{ID: "S01", Decision: Guarded, Why: "a session is read in chunks", Test: "sessionlog TestLargeSession"},
		{ID: "S02", Decision: Guarded, Why: "a line may have any length", Test: "sessionlog TestLongLine"},
	},
	repaired("S03"),
	[]Class{
		{ID: "R01", Decision: Reported, Why: "the session is sound without the file; recover fills it in, or asks for it, when it is told to"},
		{ID: "R02", Decision: Reported, Why: "the session is sound without the file; recover fills it in, or asks for it, when it is told to"},
		{ID: "R03", Decision: Reported, Why: "what the tool would have done is known to nobody"},
		{ID: "R04", Decision: Reported, Why: "the session is sound with it; inline puts it into the result of its read when it is told to"},
	},
)
