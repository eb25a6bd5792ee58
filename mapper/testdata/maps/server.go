// Package server serves.
package server

import (
	"context"
	str "strings"
)

// Limits of the server.
const (
	// MaxBody is in bytes.
	MaxBody = 1 << 20
	timeout = 30 * second
	a, b    = 1, 2
	_       = "}"
)

var hidden = map[string]struct{ n int }{
	"a": {1},
}

type (
	// ID names a thing.
	ID string

	pair[K comparable, V any] struct {
		key   K `json:"key"`
		value V
	}
)

// A Server answers.
//
//go:generate true
type Server struct {
	// Addr is where it listens.
	Addr    string `json:"addr"`
	onClose func(err error) error
	*Embedded
	x, y int
}

type Handler interface {
	Handle(ctx context.Context, raw []byte) (out []byte, err error)
	~int | ~string
}

type fn func(int) (string, error)

func (s *Server) Start(ctx context.Context) error {
	f := func() { println(`}`) }
	f()
	return nil
}

func (p pair[K, V]) Get() (K, struct{ ok bool }) {
	return p.key, struct{ ok bool }{true}
}

func Map[T, U any](
	list []T, // what
	f func(T) U,
) []U {
	return nil
}

func external(x int) int
