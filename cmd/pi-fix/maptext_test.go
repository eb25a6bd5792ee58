package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/mapper"
)

// zeros is a device that gives zero bytes for ever.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestTextReader holds that what is no text is refused at its begin: it may have no end.
func TestTextReader(t *testing.T) {
	if _, err := io.ReadAll(&textReader{from: zeros{}}); !errors.Is(err, mapper.ErrBinary) {
		t.Errorf("zeros: %v", err)
	}
	const text = "def a():\n    pass\n"
	if got, err := io.ReadAll(&textReader{from: strings.NewReader(text)}); err != nil || string(got) != text {
		t.Errorf("%q, %v", got, err)
	}
}
