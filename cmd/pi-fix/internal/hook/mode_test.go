package hook

import (
	"strings"
	"testing"
)

func TestReadArgs(t *testing.T) {
	for args, want := range map[string]Opening{
		"":                                 {},
		"hello":                            {},
		"-c":                               {Kind: Latest},
		"--continue -p hi":                 {Kind: Latest},
		"-p -c":                            {Kind: Latest},
		"-p --- -c":                        {Kind: Latest},
		"-r --session-dir /s":              {Kind: Picked, SessionDir: "/s"},
		"--session a.jsonl -c":             {Kind: Named, Word: "a.jsonl"},
		"-c --fork 01 --session x":         {Kind: Named, Word: "01"},
		"--session-id abc":                 {Kind: ByID, Word: "abc"},
		"--model -c":                       {},
		"-n -r":                            {},
		"--flag-of-extension -c":           {Kind: Latest},
		"--flag-of-extension value -c":     {Kind: Latest},
		"--verbose -r":                     {Kind: Picked},
		"--flag=value --session s":         {Kind: Named, Word: "s"},
		"-c --no-session":                  {},
		"-c --version":                     {},
		"--export a.jsonl -c":              {},
		"-- -c":                            {},
		"install npm:x -c":                 {},
		"--session":                        {},
		"@file.txt -c":                     {Kind: Latest},
		"--mode json --session s -p --- x": {Kind: Named, Word: "s"},
	} {
		if got := ReadArgs(strings.Fields(args)); got != want {
			t.Errorf("%q: got %+v, want %+v", args, got, want)
		}
	}
}

func TestParseSetting(t *testing.T) {
	for value, want := range map[string]Setting{
		"": {}, "fix": {Mode: Fix}, "strict": {Strict: true}, "warn,strict": {Mode: Warn, Strict: true}, "off": {Off: true}, " ask ": {Mode: Ask},
	} {
		if got, err := ParseSetting(value); err != nil || got != want {
			t.Errorf("%q: got %+v, %v", value, got, err)
		}
	}
	if _, err := ParseSetting("stirct"); err == nil || !strings.Contains(err.Error(), `"stirct"`) {
		t.Errorf("a typing error: got %v", err)
	}
}

func TestDecide(t *testing.T) {
	sound := State{}
	loses := State{Damaged: true, Fixable: true}
	fails := State{Damaged: true, Fixable: true, Fatal: true}
	stuck := State{Damaged: true, Fatal: true}
	for _, tt := range []struct {
		mode  Mode
		state State
		asked bool
		want  Action
	}{
		{Ask, sound, true, Go}, {Fix, sound, false, Go}, {Warn, sound, false, Go},
		{Warn, fails, true, Tell}, {Warn, stuck, false, Tell},
		{Fix, loses, true, Repair}, {Fix, fails, false, Repair}, {Fix, stuck, true, Choose}, {Fix, stuck, false, Cancel},
		{Ask, fails, true, Choose}, {Ask, fails, false, Cancel}, {Ask, loses, false, Tell}, {Ask, loses, true, Choose},
	} {
		if got := Decide(tt.mode, tt.state, tt.asked); got != tt.want {
			t.Errorf("%s, %+v, asked %v: got %s, want %s", tt.mode, tt.state, tt.asked, got, tt.want)
		}
	}
}
