// Package hook is what stands between pi and a damaged session: the pi package
// that is put into pi's folder, the shell functions that check before pi starts,
// how pi's own arguments name a session, and what is to be done about one. It
// prints nothing and checks no session itself.
package hook

import (
	"fmt"
	"slices"
	"strings"
)

// A Mode says what becomes of a damaged session that pi is about to open.
type Mode string

// The modes.
const (
	Warn Mode = "warn" // tell, and go on
	Ask  Mode = "ask"  // ask where there is somebody to be asked
	Fix  Mode = "fix"  // repair, and go on
)

// Modes are all modes, the default first.
var Modes = []Mode{Ask, Warn, Fix}

// Variable is the environment variable that overrides what was installed.
const Variable = "PI_FIX_HOOK"

// A Setting is what the environment says: words with commas or blanks between.
type Setting struct {
	// Mode is "" when nothing is said of it.
	Mode Mode
	// Off leaves every session alone.
	Off bool
	// Strict keeps pi from a session that could not be checked.
	Strict bool
}

// ParseSetting reads the value of [Variable].
func ParseSetting(value string) (Setting, error) {
	var s Setting
	for _, word := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' }) {
		switch {
		case word == "off":
			s.Off = true
		case word == "strict":
			s.Strict = true
		case slices.Contains(Modes, Mode(word)):
			s.Mode = Mode(word)
		default:
			return s, fmt.Errorf("unknown word %q in %s; it knows warn, ask, fix, strict and off", word, Variable)
		}
	}
	return s, nil
}

// A State is what is known of a session that pi is about to open.
type State struct {
	// Damaged says that a resume fails, or loses what was said.
	Damaged bool
	// Fatal says that a resume fails: pi cannot open it, or its service refuses it.
	Fatal bool
	// Fixable says that a repair leaves nothing behind.
	Fixable bool
}

// An Action is what is to be done before pi opens a session.
type Action string

// The actions.
const (
	Go     Action = "go"     // open it
	Tell   Action = "tell"   // say what is wrong, and open it
	Repair Action = "repair" // repair it first
	Choose Action = "ask"    // let the user choose
	Cancel Action = "cancel" // do not open it
)

// Decide says what is to be done. asked says that there is somebody who can be
// asked; without, only what cannot be resumed anyway is kept from pi.
func Decide(m Mode, s State, asked bool) Action {
	switch {
	case !s.Damaged:
		return Go
	case m == Warn:
		return Tell
	case m == Fix && s.Fixable:
		return Repair
	}
	return Unrepaired(s, asked)
}

// Unrepaired says what is to be done where nothing could be repaired.
func Unrepaired(s State, asked bool) Action {
	switch {
	case asked:
		return Choose
	case s.Fatal:
		return Cancel
	}
	return Tell
}
