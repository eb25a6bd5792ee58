// Package transcript is pi's half of a request that all APIs share: it makes of
// the stored messages the list that pi hands to an API's converter.
//
// It follows pi 1.5.2 step by step, faults included: results that answer
// nothing, answer twice or come too early are passed on, because pi passes them
// on and the service has to refuse them. Where pi itself would fail before it
// sends anything, the error is a [*Failure].
package transcript

import (
	"fmt"

	"github.com/pi-fix/pi-fix/replay/js"
)

// Version holds what older versions of pi did otherwise. The zero value is pi
// 1.5.2. The numbers of versions are those in which pi's packages changed.
type Version struct {
	// OldContext knows no context edits and no system messages, and estimates
	// nothing before it sends (up to 0.85; edits and the estimate up to 0.86).
	OldContext bool
	// NullContent fails on messages whose content is null or missing (up to 0.80.5).
	NullContent bool
	// ThinkingAsText sends another model's thinking as text (up to 1.2).
	ThinkingAsText bool
	// ErrorImagesInside leaves images inside error results (up to 1.2).
	ErrorImagesInside bool
	// DefaultTools begins a resume with the tools that every session has, whatever
	// those of the session were (up to 1.2).
	DefaultTools bool
	// BlankOutput sends results of nothing but white space as they are (up to
	// 1.3, Chat Completions).
	BlankOutput bool
	// SeeImage calls a result without text an attached image (up to 0.80.3, Chat
	// Completions and Responses APIs).
	SeeImage bool
	// AnyItemIDs sends back item ids of calls in any form (up to 0.82, Responses
	// API).
	AnyItemIDs bool
	// PlainMessageIDs numbers messages without pi's mark, all texts of an answer
	// alike (up to 0.77, Responses API).
	PlainMessageIDs bool
	// CallPart makes of two ids in one the first alone (up to 0.80, Chat
	// Completions), so that calls which differ in the second become one.
	CallPart bool
	// EmptyTexts sends empty texts of the user (up to 0.87.0, Chat Completions).
	EmptyTexts bool
	// AnyField sends thinking under whatever name its signature is, and signatures
	// of calls as details of the reasoning (up to 0.86, Chat Completions).
	AnyField bool
	// BlankThoughts leaves out signed thinking without words (up to 0.80.5,
	// Anthropic).
	BlankThoughts bool
	// PlainPath asks /v1/messages without ?beta=true (up to 0.74, Anthropic).
	PlainPath bool
	// FewIDs sends ids to models of others on Google's services only, and no
	// signatures of texts that say nothing (up to 0.83).
	FewIDs bool
	// BlankTexts sends texts and results that say nothing as they are (up to
	// 0.79.9, Bedrock).
	BlankTexts bool
	// WholeFile reads a session as one text: a byte order mark before it is passed
	// over, null is an entry that pi stumbles over, and 0, false and "" are ones
	// too (up to 0.78.0).
	WholeFile bool
	// Overwrites begins a session anew in a file without a valid header (0.50 to
	// 0.80.2).
	Overwrites bool
	// OpenEnd leaves calls open that stand at the end (up to 0.68.0).
	OpenEnd bool
}

// A Model is what a request is addressed to.
type Model struct {
	// Provider, API and ID are pi's names. An assistant message is the same
	// model's only when all three agree.
	Provider, API, ID string
}

// Role is the part of a message in a request.
type Role uint8

// The roles that reach a converter. System messages do not: they are folded into
// [Transcript.System].
const (
	User Role = iota
	Assistant
	Result
)

// NoLine is the line of what no session line brought about.
const NoLine = -1

// A Message is one message on its way to a converter.
type Message struct {
	Role Role
	// Line is the session line it came from.
	Line int
	// At is the stored message; undefined for messages that pi makes up.
	At js.Value
	// Content is the content after context edits.
	Content js.Value
	// Blocks are those of an assistant message after the transformation.
	Blocks []Block
	// CallID is the id that a result answers, normalised where its call's was.
	CallID js.Value
	// Name is the tool of a result.
	Name js.Value
	// IsError is a result's mark as it is stored.
	IsError js.Value
}

// A Block is one content block of an assistant message.
type Block struct {
	At   js.Value
	Kind string
	// ID is that of a tool call, normalised where the API wants it.
	ID js.Value
	// Signature is that of a tool call; only the model that gave it sees it again.
	Signature js.Value
}

// A System is what the system messages of a session add up to.
type System struct {
	// Prompt is the whole system prompt.
	Prompt string
	// Tools are the declarations in force, as stored.
	Tools []js.Value
}

// A Transcript is what pi has at hand when it builds a request.
type Transcript struct {
	System   System
	Messages []Message
	// Called are the names of all tools that the messages call.
	Called []string
	// Uncounted is what makes pi fail when it estimates how large the context is,
	// nil when nothing does. It does so for every API but pi's own.
	Uncounted *Failure
	// Uncloned is what makes pi fail when it then copies the messages, nil when
	// nothing does.
	Uncloned *Failure
}

// A Failure is a request that pi cannot build: it stops with an exception and
// sends nothing.
type Failure struct {
	// ID is "pi/<fault>".
	ID string
	// Line is the session line that makes pi fail.
	Line int
	// Text is what pi prints.
	Text string
}

// Error returns the failure with its line, counted from 1.
func (f *Failure) Error() string { return fmt.Sprintf("line %d: %s (%s)", f.Line+1, f.Text, f.ID) }

// NotCallable is what JavaScript says when a value lacks a method.
func NotCallable(id string, line int, expression, method string) *Failure {
	return &Failure{id, line, expression + "." + method + " is not a function"}
}

// Unreadable is what JavaScript says when a member of nothing is read.
func Unreadable(id string, line int, v js.Value, member string) *Failure {
	return &Failure{id, line, fmt.Sprintf("Cannot read properties of %s (reading '%s')", v.Kind(), member)}
}
