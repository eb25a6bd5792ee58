package events

import (
	"bufio"
	"io"
)

// A Reader normalises a stream that is read from somewhere.
type Reader struct {
	in   *bufio.Reader
	norm Normalizer
	held []Event
	done bool
}

// NewReader returns a Reader of what pi printed.
func NewReader(r io.Reader) *Reader { return &Reader{in: bufio.NewReader(r)} }

// Next returns the next event, [io.EOF] after the last one, or an error of
// reading. An error does not end the stream of events: the one that ends it can
// be had with [Reader.Close].
func (r *Reader) Next() (Event, error) {
	for len(r.held) == 0 {
		if r.done {
			return Event{}, io.EOF
		}
		line, err := r.in.ReadBytes('\n')
		if len(line) > 0 {
			r.held = r.norm.Line(line)
		}
		switch {
		case err == io.EOF:
			r.done = true
			r.held = append(r.held, r.norm.End(Ending{})...)
		case err != nil:
			return Event{}, err
		}
	}
	e := r.held[0]
	r.held = r.held[1:]
	return e, nil
}

// Close ends the stream where it is and returns the events that are left.
func (r *Reader) Close(e Ending) []Event {
	left := r.held
	r.held = nil
	if !r.done {
		r.done = true
		left = append(left, r.norm.End(e)...)
	}
	return left
}
