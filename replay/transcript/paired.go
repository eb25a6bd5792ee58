package transcript

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
)

// PairedIDs is what the Responses API and its relatives make of ids of other
// models. Where paired is set, an id with a bar is taken for that of a call and
// that of its item; the item of another provider or API gets an id made of the
// hash of its old one.
func PairedIDs(model Model, paired bool) Normalizer {
	if !paired {
		return Normalizer{Method: "replace", Variable: "part", ID: idPart}
	}
	return Normalizer{Method: "includes", From: func(id string, message js.Value) string {
		callID, rest, piped := strings.Cut(id, "|")
		if !piped {
			return idPart(id)
		}
		itemID, _, _ := strings.Cut(rest, "|")
		if message.Get("provider").Text() != model.Provider || message.Get("api").Text() != model.API {
			itemID = "fc_" + ShortHash(itemID)
		} else {
			itemID = idPart(itemID)
		}
		if !strings.HasPrefix(itemID, "fc_") {
			itemID = idPart("fc_" + itemID)
		}
		return idPart(callID) + "|" + itemID
	}}
}

// idPart is [SafeID] without the underscores at its end, which the service
// refuses.
func idPart(part string) string { return strings.TrimRight(SafeID(part, 64), "_") }
