package integrity

import "github.com/pi-fix/pi-fix/sessionlog"

var compactionNoSummary = &Rule{
	ID: "compaction-no-summary",
	Doc: `a compaction has no summary

The model is told that the conversation was compacted into the word "undefined", or
into nothing. What was compacted is still in the file, on the branch before the
compaction; a note takes the summary's place.`,
	Layer: Pairs, Severity: Warning, Classes: []string{"X05"},
	Check: func(p *Pass) {
		for i := range p.Log.Of(sessionlog.KindCompaction) {
			if !p.Log.Has(i, sessionlog.Silent) || !p.pairs().live[i] {
				continue
			}
			p.Report(Finding{Line: i, Message: "a compaction has no summary", Fixes: []Fix{{
				Message: "put a note in its place",
				Ops: []sessionlog.Op{replaceWith(i, p.entry(i).Set("summary",
					sessionlog.Quote("The summary of the conversation before this point was lost.")))},
			}}})
		}
	},
}
