package replay

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// FromSession returns what the model answered on the branch of a leaf, as turns
// for a [Provider]: who asks as pi did then gets the same answers again. What a
// compaction has hidden from the model is part of it.
//
// An answer that was an error is one again, with its status and body where the
// session has them. One that the user broke off is a turn that ends where it was
// broken off, and without its calls, which nobody carried out.
func FromSession(log *sessionlog.Log, leaf int) ([]Turn, error) {
	var turns []Turn
	if leaf < 0 {
		return nil, nil // a session in which nothing was said yet
	}
	for _, line := range log.Branch(leaf) {
		if log.Kind(line) != sessionlog.KindMessage || log.Role(line) != sessionlog.RoleAssistant {
			continue
		}
		entry, err := log.Entry(line)
		if err != nil {
			return nil, fmt.Errorf("read the answer of line %d: %w", line+1, err)
		}
		turns = append(turns, recorded(entry.Get("message")))
	}
	return turns, nil
}

// recorded makes a turn of a stored answer.
func recorded(m gjson.Result) Turn {
	turn := Turn{Blocks: said(m.Get("content"))}
	if u := m.Get("usage"); u.IsObject() {
		count := func(name string) int { return max(0, int(u.Get(name).Int())) }
		turn.Usage = &Usage{
			Input: count("input"), Output: count("output"), CacheRead: count("cacheRead"), CacheWrite: count("cacheWrite"),
		}
	}
	switch reason := m.Get("stopReason").String(); reason {
	case "error":
		return failed(turn, m.Get("errorMessage").String())
	case "aborted":
		turn.Blocks = withoutCalls(turn.Blocks)
	case string(contract.StopEnd), string(contract.StopLength), string(contract.StopCalls):
		turn.Stop = Stop(reason)
	}
	return turn
}

// said returns what a stored answer says, which may be nothing.
func said(content gjson.Result) []Block {
	blocks := []Block{}
	if content.Type == gjson.String && content.Str != "" {
		return append(blocks, Block{Text: content.Str})
	}
	if !content.IsArray() {
		return blocks
	}
	for _, b := range content.Array() {
		switch b.Get("type").Str {
		case "text":
			if text := b.Get("text").String(); text != "" {
				blocks = append(blocks, Block{Text: text})
			}
		case "thinking":
			blocks = append(blocks, Block{Thought: &Thought{
				Text: b.Get("thinking").String(), Signature: b.Get("thinkingSignature").String(), Redacted: b.Get("redacted").Bool(),
			}})
		case "toolCall":
			blocks = append(blocks, Block{Call: &Call{
				ID: wireID(b.Get("id").String()), Name: b.Get("name").String(), Arguments: object(b.Get("arguments")),
			}})
		}
	}
	return blocks
}

// plainID is an id that every API takes.
var plainID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`) })

// wireID returns the id that a service would give for a stored one; "" has the
// answer make one up. pi stores some ids with a second one behind a bar.
func wireID(id string) string {
	id, _, _ = strings.Cut(id, "|")
	if !plainID().MatchString(id) {
		return ""
	}
	return id
}

func object(v gjson.Result) json.RawMessage {
	if !v.IsObject() || !json.Valid([]byte(v.Raw)) {
		return nil
	}
	return json.RawMessage(v.Raw)
}

func withoutCalls(blocks []Block) []Block {
	kept := []Block{}
	for _, b := range blocks {
		if b.Call == nil {
			kept = append(kept, b)
		}
	}
	return kept
}

// refused is how pi stores the answer of a service that failed.
var refused = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^([1-5][0-9]{2})[: ]+(.*)$`) })

// enveloped is the body of a stored answer. Of some services pi keeps only what
// is in the envelope.
func enveloped(body string) []byte {
	b := gjson.Parse(body)
	if b.IsObject() && b.Get("message").Exists() && b.Get("code").Exists() && !b.Get("error").Exists() && !b.Get("object").Exists() {
		body = `{"error":` + body + "}"
	}
	return []byte(body)
}

// faultOf returns the fault of services that a stored status stands for.
func faultOf(status int) (fault Fault, known bool) {
	switch status {
	case 401:
		return Unauthorized, true
	case 429:
		return RateLimited, true
	case 500:
		return ServerError, true
	case 503, 529:
		return Overloaded, true
	}
	return NoFault, false
}

// failed makes an error again of a stored one. What is no answer of a service was
// a break of the connection.
func failed(turn Turn, message string) Turn {
	parts := refused().FindStringSubmatch(message)
	if parts == nil {
		turn.Fault = CutStream
		if len(turn.Blocks) == 0 {
			turn.Fault = CutBefore
		}
		return turn
	}
	status, err := strconv.Atoi(parts[1])
	fault, known := faultOf(status)
	switch {
	case err != nil || status < 200:
		return Turn{Fault: CutBefore}
	case json.Valid([]byte(parts[2])):
		return Turn{Status: status, Body: enveloped(parts[2])}
	case known:
		return Turn{Fault: fault}
	}
	return Turn{
		Status: status, Body: []byte(parts[2]), Header: map[string]string{"content-type": "text/plain; charset=utf-8"},
	}
}
