package integrity

import (
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// wireItem is the item that pi makes of a block for OpenAI Responses
// (pi-ai openai-responses-shared.js).
type wireItem struct {
	block sessionlog.Block
	id    string // "" when the session has none

	// Of thinking, whose signature is the item:
	object               bool // it is one
	typ, summary, cipher gjson.Result
	named, unknown       bool // it has an id that is a text; a member that the service does not know
}

func itemOf(b sessionlog.Block) wireItem {
	it := wireItem{block: b}
	switch b.Type {
	case "thinking":
		it.readReasoning()
	case "toolCall":
		if _, item, _ := strings.Cut(b.ID, "|"); strings.HasPrefix(item, "fc_") || strings.HasPrefix(item, "ctc_") {
			it.id = item
		}
	case "text":
		it.id = textItemID(b.TextSignature)
	}
	return it
}

func (it *wireItem) readReasoning() {
	if it.object = isObject(it.block.ThinkingSignature); !it.object {
		return
	}
	gjson.Parse(it.block.ThinkingSignature).ForEach(func(key, value gjson.Result) bool {
		switch key.String() {
		case "id":
			it.id, it.named = value.String(), value.Type == gjson.String
		case "type":
			it.typ = value
		case "summary":
			it.summary = value
		case "encrypted_content":
			it.cipher = value
		case "content", "status":
		default:
			it.unknown = true
		}
		return true
	})
}

// textItemID returns the id in the signature of a text. A signature of another form than
// pi's is the id as a whole.
func textItemID(sig string) string {
	if strings.HasPrefix(sig, "{") && isObject(sig) {
		of := gjson.Parse(sig)
		if v := of.Get("v"); v.Type == gjson.Number && v.Num == 1 && of.Get("id").Type == gjson.String {
			return of.Get("id").String()
		}
	}
	return sig
}

// isObject reports whether a text is one JSON object.
func isObject(text string) bool {
	text = strings.Trim(text, " \t\r\n")
	return text != "" && sessionlog.ObjectEnd([]byte(text)) == len(text)
}

// cipher is what the encrypted content of an item consists of, and letters what its
// id does.
const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	cipher  = letters + "+/=.:"
)

// lastItem returns the last block that makes an item of its own, -1 when none does.
func lastItem(blocks []sessionlog.Block) int {
	for n := len(blocks) - 1; n >= 0; n-- {
		if typ := blocks[n].Type; typ == "text" || typ == "toolCall" {
			return n
		}
	}
	return -1
}

// mend says what is wrong with an item, and returns the signature that should stand in
// its block, "" for none. Nothing that makes an item stands behind the last.
func (it *wireItem) mend(last bool) (with, fault, fix string) {
	switch {
	case it.block.Type == "text":
		// pi shortens an id that is longer than 64.
		if it.id != "" && len(it.id) <= 64 && (!strings.HasPrefix(it.id, "msg") || strings.Trim(it.id, letters) != "") {
			return "", "the item id of a text is damaged", "remove it"
		}
	case it.block.Type == "thinking" && it.block.ThinkingSignature != "":
		return it.mendReasoning(last)
	}
	return "", "", ""
}

func (it *wireItem) mendReasoning(last bool) (with, fault, fix string) {
	const drop = "remove the signature, so that the thinking is not sent"
	switch {
	case !it.object:
		return "", "the signature of a thinking block is no reasoning item", drop
	case last:
		return "", "nothing follows a reasoning item", drop
	case it.typ.String() != "reasoning" || len(it.id) > 64 || strings.Trim(it.id, letters) != "" || it.unknown:
		return "", "a reasoning item is damaged", drop
	case it.named && it.cipher.Type == gjson.Null:
		return "", "a reasoning item names one that the service has not kept", drop
	case strings.Trim(it.cipher.String(), cipher) != "":
		return "", "the cipher of a reasoning item is damaged", drop
	case !it.summary.IsArray():
		with, err := sjson.SetRaw(it.block.ThinkingSignature, "summary", "[]")
		if err != nil {
			return "", "a reasoning item has no summary", drop
		}
		return with, "a reasoning item has no summary", "add an empty one"
	}
	return "", "", ""
}
