package replay

import "github.com/pi-fix/pi-fix/replay/contract"

// The words of a script beside [Turn] and [Call].
type (
	// Block is one piece of a scripted answer.
	Block = contract.Block
	// Thought is what a model says to itself in a scripted answer.
	Thought = contract.Thought
	// Usage is what a scripted answer costs.
	Usage = contract.Usage
	// Stop is why a scripted answer ends.
	Stop = contract.Stop
	// Fault is how a scripted answer goes wrong.
	Fault = contract.Fault
)

// The faults of scripted answers.
const (
	NoFault         = contract.NoFault
	RateLimited     = contract.RateLimited
	Overloaded      = contract.Overloaded
	ContextOverflow = contract.ContextOverflow
	Unauthorized    = contract.Unauthorized
	ServerError     = contract.ServerError
	CutBefore       = contract.CutBefore
	ErrorEvent      = contract.ErrorEvent
	CutStream       = contract.CutStream
	HalfChunk       = contract.HalfChunk
)
