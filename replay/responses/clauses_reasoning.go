package responses

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// thoughts holds the clause on the schema of reasoning.
func thoughts() []*contract.Clause {
	return []*contract.Clause{{
		ID: "responses/reasoning-summary-required", Text: "Missing required parameter: 'input[{i}].summary'.",
		Param: "input[{i}].summary", Code: "missing_required_parameter", Source: "client trackers",
		Check: onKind("reasoning", func(it *item, report contract.Report) {
			if it.at.Get("summary").Kind() != js.Array {
				report(it.at)
			}
		}),
	}}
}

const unreasonedText = "Item '{id}' of type '{type}' was provided without its required 'reasoning' item: '{reasoning}'."

const unverified = "The encrypted content {first}...{last} could not be verified. Reason: Encrypted content could not " +
	"be decrypted or parsed."

// reasoning holds the clauses on reasoning in its place.
var reasoning = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "responses/item-not-persisted", Status: 404,
			Text: "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with " +
				"`store` set to true, or remove this item from your input.",
			Param: "input", Source: "oh-my-pi#41, opencode#7724 and #8987",
			Check: onRequest(func(v *view, report contract.Report) {
				if v.body.Get("store").Kind() != js.False {
					return
				}
				for i := range v.items {
					it := &v.items[i]
					if it.id.Kind() == js.String && (it.kind == "item_reference" ||
						it.kind == "reasoning" && it.at.Get("encrypted_content").Nullish()) {
						report(it.at, it.id.Text())
					}
				}
			}),
		},
		{
			ID:     "responses/reasoning-without-following",
			Text:   "Item '{id}' of type 'reasoning' was provided without its required following item.",
			Param:  "input",
			Source: "continue#8933, vercel/ai#7099, openai/openai-node#1567, mastra#14048; changelog of pi, #838",
			Check: onRequest(func(v *view, report contract.Report) {
				for _, it := range v.unfollowed {
					report(it.at, it.id.Text())
				}
			}),
		},
		{
			ID: "responses/item-without-reasoning", Unless: []string{Reasoning}, Text: unreasonedText, Param: "input",
			Source: "rig#751, continue#11994, ten code bases; changelog of pi, #886", Check: onRequest(checkGiven),
		},
		{
			ID: "responses/item-without-reasoning", Profiles: []string{Reasoning},
			Text:   unreasonedText,
			Param:  "input",
			Source: "rig#751, continue#11994, ten code bases; changelog of pi, #886. The id of the reasoning is made up",
			Check: onRequest(func(v *view, report contract.Report) {
				for _, it := range v.unreasoned {
					_, number, _ := strings.Cut(it.id.Text(), "_")
					report(it.at, it.id.Text(), it.kind, "rs_"+number)
				}
			}),
		},
		{
			ID: "responses/encrypted-content-invalid", Text: unverified,
			Code: "invalid_encrypted_content", Source: "openai/codex#8145 and #8119, Wei-Shaw/sub2api#2863 and #3038",
			Check: onCiphers(func(at js.Value, text string, report contract.Report) {
				if text == "" || !ciphers.Only(text) {
					report(at, js.FromUnits(head(text)), js.FromUnits(tail(text)))
				}
			}),
		},
		{
			// Services that imitate this one have ciphers of their own.
			ID: "responses/encrypted-content-invalid", Text: unverified, Level: contract.Warn,
			Code: "invalid_encrypted_content", Source: "the ciphers of the service have this form",
			Check: onCiphers(func(at js.Value, text string, report contract.Report) {
				if text != "" && (len(text) < 100 || !strings.HasPrefix(text, "gAAAA")) && ciphers.Only(text) {
					report(at, js.FromUnits(head(text)), js.FromUnits(tail(text)))
				}
			}),
		},
	}
}

// reason finds reasoning that nothing follows, and items with the service's own
// ids in a turn without reasoning.
func (v *view) reason() {
	following := false
	for i := len(v.items) - 1; i >= 0; i-- {
		it := &v.items[i]
		if it.kind != "reasoning" {
			following = it.made
			continue
		}
		if !following && it.id.Kind() == js.String {
			v.unfollowed = append(v.unfollowed, it)
		}
	}
	reasoned := false
	for i := range v.items {
		switch it := &v.items[i]; {
		case !it.made:
			reasoned = false
		case it.kind == "reasoning":
			reasoned = true
		case !reasoned && givenByService(it):
			v.unreasoned = append(v.unreasoned, it)
		}
	}
}

// givenByService reports whether an id looks like one of the service: a prefix
// and at least 32 hexadecimal digits.
func givenByService(it *item) bool {
	_, number, _ := strings.Cut(it.id.Text(), "_")
	return len(number) >= 32 && strings.Trim(number, "0123456789abcdef") == ""
}

func isCipher(f *itemForm) bool { return isForm("reasoning")(f) || isForm("compaction")(f) }

func onCiphers(f func(js.Value, string, contract.Report)) check {
	return onForms(isCipher, func(it *item, report contract.Report) {
		if at := it.at.Get("encrypted_content"); at.Kind() == js.String {
			f(at, at.Text(), report)
		}
	})
}

// ciphers has the letters that occur in ciphertexts.
var ciphers = js.AlphabetOf(contract.Alphanumeric + "-_+/=.:")

func head(text string) []uint16 { u := js.Units(text); return u[:min(4, len(u))] }

func tail(text string) []uint16 { u := js.Units(text); return u[max(0, len(u)-4):] }
