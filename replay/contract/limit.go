package contract

import (
	"strconv"
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
)

// Names of profiles that come with a number, as in "window=200000". A session does
// not tell these facts about its model, so nothing is held against them unless
// somebody states them.
const (
	// Window is how many tokens the model takes.
	Window = "window"
	// Output is how many tokens the model gives at most.
	Output = "output"
)

// Windowed and Limited are the profiles of that name, for contracts with clauses
// that ask for them.
var (
	Windowed = Profile{Name: Window, Text: "a model that takes so many tokens, as in window=200000", Counted: true}
	Limited  = Profile{Name: Output, Text: "a model that gives so many tokens at most, as in output=8192", Counted: true}
)

// CutProfile takes the number off the name of a profile; ok is false where there is
// none above 0.
func CutProfile(chosen string) (name string, number int, ok bool) {
	name, text, _ := strings.Cut(chosen, "=")
	number, err := strconv.Atoi(text)
	return name, number, err == nil && number > 0
}

// Limit returns the number that a profile was chosen with, 0 when it was not.
func (r *Request) Limit(name string) int { return r.limits[name] }

// TooLong completes a clause on prompts that have more tokens than the model takes:
// its text tells both in the holes {n} and {max}. The members hold what the model
// reads, the first one is the place of the fault. In force it does nothing unless a
// window is stated.
//
// How a service cuts text into tokens is its own affair. What is certain is that no
// token spans two words ([words]), so a prompt is refused when its words alone are
// too many; {n} is that number, the service counts more.
func TooLong(c Clause, members ...string) *Clause {
	before, _, told := strings.Cut(c.Text, "{max}")
	maxFirst := told && !strings.Contains(before, "{n}")
	c.Check = func(req *Request, report Report) {
		limit := req.Limit(Window)
		if limit == 0 || shortened(req.Body) {
			return
		}
		n := 0
		for _, name := range members {
			n += wordsOf(req.Body.Get(name), false, 0)
		}
		at := req.Body.Get(members[0])
		if !at.Exists() {
			at = req.Body
		}
		switch {
		case n <= limit:
		case maxFirst:
			report(at, limit, n)
		default:
			report(at, n, limit)
		}
	}
	return &c
}

// shortened reports whether a request lets the service leave out what does not fit.
func shortened(body js.Value) bool {
	for _, name := range []string{"context_management", "transforms", "plugins"} {
		if body.Get(name).Len() > 0 {
			return true
		}
	}
	return body.Get("truncation").Text() == "auto"
}

// Exceeding returns a check that reports a number of the body above the stated
// output; path is the way to it. The arguments are the number, the limit and the
// model.
func Exceeding(path ...string) func(*Request, Report) {
	return func(req *Request, report Report) {
		at := req.Body
		for _, name := range path {
			at = at.Get(name)
		}
		if limit := req.Limit(Output); limit > 0 && at.Kind() == js.Number && at.Float() > float64(limit) {
			report(at, at.Raw(), limit, req.Body.Get("model").Text())
		}
	}
}

// read names the members in which the services keep what a model reads; values
// below those of the second kind are read whole. Thoughts are in none: services drop
// those of earlier turns.
var (
	read = map[string]bool{
		"text": true, "content": true, "parts": true, "output": true, "tool_calls": true, "function": true,
		"functionCall": true, "functionResponse": true, "toolUse": true, "toolResult": true,
	}
	readWhole = map[string]bool{"input": true, "args": true, "response": true}
)

// deepest is how many levels are looked into: what is deeper is nobody's text, and a
// hostile body has millions.
const deepest = 1000

// wordsOf counts the words in what a model reads below a value.
func wordsOf(v js.Value, whole bool, depth int) int {
	if depth++; depth > deepest {
		return 0
	}
	n := 0
	switch v.Kind() {
	case js.String:
		n = words(v.Text())
	case js.Array:
		for e := range v.All() {
			n += wordsOf(e, whole, depth)
		}
	case js.Object:
		if v.Get("thought").Kind() == js.True {
			return 0
		}
		for m := range v.All() {
			switch key := m.Key(); {
			case whole || readWhole[key]:
				n += wordsOf(m, true, depth)
			case key == "arguments":
				n += wordsInArguments(m, depth)
			case read[key]:
				n += wordsOf(m, false, depth)
			}
		}
	}
	return n
}

// wordsInArguments counts those of the values: a service may write the JSON around
// them with other spaces.
func wordsInArguments(v js.Value, depth int) int {
	parsed, err := js.ParseString(v.Text())
	if err != nil {
		return 0
	}
	defer parsed.Release()
	return wordsOf(parsed, true, depth)
}

// words counts the words with a letter between the white space of ASCII. The
// tokenizers that are published (of OpenAI, Gemma, Mistral, DeepSeek, Kimi, GLM and
// Claude 2) cut a text at white space before letters first, so each such word is
// at least one token.
func words(text string) int {
	n := 0
	lettered := false
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			lettered = false
		case !lettered && 'a' <= c|0x20 && c|0x20 <= 'z':
			lettered = true
			n++
		}
	}
	return n
}
