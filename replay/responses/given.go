package responses

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// What follows reasoning in an answer has an id that names it: later requests are
// held against that. Such an id has 50 hexadecimal digits, as those of the service
// do: 30 of the answer, the place of the item, the place of the reasoning, and a
// proof that it was given out here.
const (
	rootDigits  = 30
	placeDigits = 2
	proofDigits = 16
)

// given returns the id of an item at a place of an answer, behind reasoning at
// another; reasoning is behind itself.
func given(prefix, root string, place, reasoning int) string {
	number := fmt.Sprintf("%s%02x%02x", root[:rootDigits], place&0xff, reasoning&0xff)
	return prefix + "_" + number + proof(prefix, number)
}

// proof guards against coincidence, not against a forger: the key is no secret.
func proof(prefix, number string) string {
	mac := hmac.New(sha256.New, []byte("pi-fix"))
	mac.Write([]byte(prefix + number))
	return hex.EncodeToString(mac.Sum(nil))[:proofDigits]
}

// reasoningOf returns the id of the reasoning that an item was given out behind, ""
// for ids of others.
func reasoningOf(id string) string {
	prefix, digits, _ := strings.Cut(id, "_")
	const numbered = rootDigits + 2*placeDigits
	if len(digits) != numbered+proofDigits || digits[numbered:] != proof(prefix, digits[:numbered]) {
		return ""
	}
	place := digits[rootDigits+placeDigits : numbered]
	number := digits[:rootDigits] + place + place
	return "rs_" + number + proof("rs", number)
}

// checkGiven reports items that come back without the reasoning before them.
func checkGiven(v *view, report contract.Report) {
	for i := range v.items {
		it := &v.items[i]
		if it.kind == "reasoning" || !it.made {
			continue
		}
		id := it.id.Text()
		if of := reasoningOf(id); of != "" && !v.hasReasoning(of, i) {
			report(it.at, id, it.kind, of)
		}
	}
}

// hasReasoning looks for reasoning above an item, where it stands close by.
func (v *view) hasReasoning(id string, above int) bool {
	for i := above - 1; i >= 0; i-- {
		if v.items[i].kind == "reasoning" && v.items[i].id.Text() == id {
			return true
		}
	}
	return false
}
