package integrity

import "strings"

// Rules are all rules, in the order of their layers.
//
// Not here, on purpose: blank lines and CRLF (pi reads them), several roots and
// forked branches (pi makes them), unknown types and tools (newer versions and
// extensions make them), a branch that ends on an assistant answer (the next
// prompt follows it), an empty answer (pi leaves it out).
var Rules = []*Rule{
	lineBOM, lineNUL, lineGlued, lineTornGlued, lineSplit, lineUnescaped, lineLoose, lineTorn, lineGarbage, lineScalar, lineUnended, lineBadBytes,
	headerMissing, headerTorn, headerMisplaced, headerNoID, headerVersionLost, headerNewerVersion, headerOtherSession,
	treeNoType, treeNoMessage, treeEmptyEdit, treeNoID, treeDuplicateID, treeDanglingParent, treeNoParent, treeCycle, treeLineOrder, treeLostTarget, treeTwoWriters,
	callNoType, callBadName, callBadArguments, callNoID, callUnlikeID, callBadID, callReusedID, callCollision, callEmptyKey, callCutArguments,
	compactionKeptMissing, compactionCutPair, compactionNoSummary,
	pairDuplicateResult, pairDeadTurn, pairEditedTurn, pairLateResult, pairEarlyResult, pairOrphanResult, pairMissingResult, pairNoCall,
	contentShape, contentBadBlock, contentImage, contentImageBetween, contentImageSize, contentErrorImage, contentEmptyResult, contentErrorFlag, contentNoUsage, contentUnshown, contentLoneSurrogate, contentRepeatedItem, contentBrokenReasoning,
	contentRefusedThinking, contentResultName, contentToolName, contentToolList, contentToolsGone, contentResultOrder, contentBlankUser, contentTooDeep, contentNoRole, contentTurnOrder,
	contentBadSignature, contentBoundThinking,
	historyRejected,
	readSkipped, readInterrupted, historySkipped, mapApart,
}

// Find returns the rule with the id, or nil.
func Find(id string) *Rule {
	for _, r := range Rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

func cut(doc string) (title, rest string, ok bool) {
	title, rest, ok = strings.Cut(doc, "\n\n")
	return title, rest, ok
}
