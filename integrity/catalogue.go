package integrity

import (
	"slices"
	"strings"
)

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

// Catalogue gives every kind of damage its decision, in the order of their ids
// within each group.
func Catalogue() []Class {
	var all []Class
	for _, d := range decisions {
		for id := range strings.FieldsSeq(d.ID) {
			c := d
			c.ID = id
			all = append(all, c)
		}
	}
	return all
}

// decisions are those of the catalogue; kinds with the same one stand together.
var decisions = []Class{
	{ID: "L01 L02 L03 L04 L05", Decision: Repaired},
	{ID: "L06", Decision: Guarded, Why: "they are JSON; pi reads them, only its list of sessions of 1.5.2 does not"},
	{ID: "L07", Decision: Guarded, Why: "every pi reads CRLF"},
	{ID: "L08 L09 L10", Decision: Repaired},
	{ID: "L11", Decision: Reported, Why: "there is nothing to repair: pi writes a header into the empty file"},
	{ID: "L12 L13 L14 L15 L16", Decision: Repaired},
	{ID: "H01 H02 H03 H04", Decision: Repaired},
	{ID: "H05", Decision: Reported, Why: "what is a fault in this version could be how the newer one writes"},
	{ID: "H06", Decision: Guarded, Why: "pi migrates old sessions itself; a repair keeps to their version"},
	{ID: "H07", Decision: Repaired},
	{ID: "H08", Why: "one file does not show it: which of two files is the copy is known to nobody but the user"},
	{ID: "T01 T02 T03 T04 T05 T06", Decision: Repaired},
	{ID: "T07", Decision: Guarded, Why: "pi makes several roots itself, by /tree"},
	{ID: "T08", Decision: Reported, Why: "both branches are whole; which one goes on is for the user to say"},
	{ID: "T09", Decision: Repaired},
	{ID: "T10", Decision: Reported, Why: "pi leaves the message out of every request; who said it is not guessed"},
	{ID: "T11", Decision: Reported, Why: "what is about a lost entry has no effect, and pi does not mind; an edit into nothing is taken out"},
	{ID: "T12", Decision: Guarded, Why: "newer versions and extensions write them, and pi keeps them in the tree"},
	{ID: "T13", Decision: Reported, Why: "whose entries they are is for the user to say; both stay reachable"},
	{ID: "P01 P02 P03 P04 P05 P06 P07 P08 P09 P10 P11 P12 P13 P14 P15 P16 P17 P18 P19 P20 P21 P22 P23", Decision: Repaired},
	{ID: "P24", Decision: Reported, Why: "the answer is sent as any other; whether it was ended is not for a repair to say"},
	{ID: "P25 P26 P27 P28", Decision: Repaired},
	{ID: "C01 C02 C03 C04 C05 C06 C07", Decision: Repaired},
	{ID: "C08", Decision: Guarded, Why: "pi never sends the scratch text"},
	{ID: "C09 C10 C11 C12 C13 C14", Decision: Repaired},
	{ID: "A01", Decision: Guarded, Why: "pi leaves failed turns out"},
	{ID: "A02", Decision: Guarded, Why: "pi leaves empty answers out"},
	{ID: "A03 A04 A05 A06 A07 A08", Decision: Repaired},
	{ID: "A09", Decision: Guarded, Why: "a resume ends with the next prompt, so the answer is not the last message"},
	{ID: "A10 A11", Decision: Repaired},
	{ID: "K01", Decision: Repaired},
	{ID: "K02", Decision: Reported, Why: "pi sends unsigned thinking as text, or not at all"},
	{ID: "K03 K04 K05 K06 K07 K08 K09 K10", Decision: Repaired},
	{ID: "K11", Decision: Guarded, Why: "pi sends an empty reasoning_content to services that ask for one; repairs keep thinking"},
	{ID: "K12", Decision: Guarded, Why: "Gemini looks at the turn that is running only, and a resume begins a new one; repairs keep signatures"},
	{ID: "K13", Decision: Repaired},
	{ID: "I01 I02 I03 I04 I05", Decision: Repaired},
	{ID: "I06", Decision: Reported, Why: "pi from 1.3 on sends the image behind the results"},
	{ID: "I07", Decision: Guarded, Why: "pi puts a note in its place when it sends; with another model the image is seen again"},
	{ID: "I08", Decision: Repaired, Test: "integrity TestManyMegabytes"},
	{ID: "X01 X02 X03 X04 X05", Decision: Repaired},
	{ID: "X06", Why: "a copy without its compaction looks like a session that was never compacted; pi compacts it anew"},
	{ID: "X07", Decision: Repaired},
	{ID: "O01", Decision: Guarded, Why: "the next prompt follows the answer"},
	{ID: "O02 O03", Decision: Repaired},
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
	{ID: "S03", Decision: Repaired},
	{ID: "R01", Decision: Reported, Why: "the session is sound without the file; recover fills it in, or asks for it, when it is told to"},
	{ID: "R02", Decision: Reported, Why: "the session is sound without the file; recover fills it in, or asks for it, when it is told to"},
	{ID: "R03", Decision: Reported, Why: "what the tool would have done is known to nobody"},
	{ID: "R04", Decision: Reported, Why: "the session is sound with it; inline puts it into the result of its read when it is told to"},
}
