package realpi_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// public sessions lie beside the project. They are read where they are.
const public = "../../../shared/corpus/sessions"

// A start of pi takes half a second. Without the flag some sessions are compared
// in one or three of the four ways, by turns.
var thorough = flag.Bool("thorough", false, "compare sessions of any size in every way, and hundreds of random ones")

// firstSeed lets another run of the random tests compare other sessions.
var firstSeed = flag.Uint64("seed", 0, "the first seed of random sessions")

// The real pi is the referee: what replay builds is what it sends, message by
// message, to the session's own model and to another one.

func TestProjectionOfRecordedSessions(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	for _, s := range specimens(t, recorded) {
		compare(t, pi, s)
	}
}

// differs tells replay what an older version of pi did otherwise.
func differs(t *testing.T, version string) replay.Version {
	t.Helper()
	v, ok := replay.PiVersionNamed(version)
	if !ok {
		t.Fatalf("pi %s is not known to replay", version)
	}
	return v.Differs
}

func TestProjectionOfAnOlderVersion(t *testing.T) {
	pi := realpitest.Pi(t, "0.87.1")
	for _, s := range specimens(t, recorded) {
		compare(t, pi, s)
	}
	if !*thorough {
		return
	}
	s := specimenNamed(t, "0.87.1-parallel")
	for _, d := range damages {
		compare(t, pi, specimen{d.name, damaged(t, s.session, d)})
	}
}

// Gateways get the messages as they are stored.
func TestProjectionForAGateway(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	s := specimenNamed(t, "0.87.1-parallel")
	for _, d := range damages {
		switch d.name {
		case "edited result", "summary of a branch", "lone surrogate in a result":
			compareStored(t, pi, specimen{d.name, damaged(t, s.session, d)}, realpi.Gateway, realpi.Gateway)
		case "orphan result":
			compareStored(t, pi, specimen{d.name, damaged(t, s.session, d)}, realpi.Gateway, realpi.Anthropic)
		}
	}
}

// Before contexts had edits and system messages much was done otherwise.
func TestProjectionOfAnOldVersion(t *testing.T) {
	pi := realpitest.Pi(t, "0.74.2")
	s := specimenNamed(t, "0.87.1-parallel")
	for _, test := range []struct{ name, api, stored string }{
		{"edited result", realpi.Anthropic, realpi.Anthropic},
		{"edit that empties a result", realpi.Completions, realpi.Completions},
		{"edit without a replacement", realpi.Anthropic, realpi.Anthropic},
		{"nothing for content of a user", realpi.Completions, realpi.Completions},
		{"answer without usage", realpi.Anthropic, realpi.Completions},
		{"empty result", realpi.Completions, realpi.Completions},
		{"id with a bar", realpi.Completions, realpi.Anthropic},
		{"unsigned thought", realpi.Completions, realpi.Anthropic},
	} {
		for _, d := range damages {
			if d.name == test.name || *thorough {
				compareStored(t, pi, specimen{d.name, damaged(t, s.session, d)}, test.api, test.stored)
			}
		}
	}
}

func TestProjectionOfDamagedSessions(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	s := specimenNamed(t, "0.87.1-parallel")
	for i, d := range damages {
		broken := specimen{d.name, damaged(t, s.session, d)}
		if *thorough {
			compare(t, pi, broken)
			continue
		}
		compareStored(t, pi, broken, apis[0], apis[0])
		compareStored(t, pi, broken, apis[1], apis[1])
		compareStored(t, pi, broken, apis[i%2], apis[1-i%2])
	}
}

func TestProjectionOfPublicSessions(t *testing.T) {
	if _, err := os.Stat(public); err != nil {
		t.Skipf("the public sessions are not beside the project: %v", err)
	}
	pi := realpitest.Pi(t, "1.5.2")
	for i, s := range specimens(t, public) {
		if *thorough {
			compare(t, pi, s)
			continue
		}
		compareStored(t, pi, s, apis[i%2], apis[i/2%2])
	}
}

// compare compares a session through each API, once as that of the model that
// is asked and once as that of another.
func compare(t *testing.T, pi *realpi.Pi, s specimen) {
	for _, api := range apis {
		for _, stored := range apis {
			compareStored(t, pi, s, api, stored)
		}
	}
}

// compareStored compares a session whose answers came through one API when it
// is resumed through another.
func compareStored(t *testing.T, pi *realpi.Pi, s specimen, api, stored string) {
	relation := "other"
	if api == stored {
		relation = "own"
	}
	t.Run(s.name+"/"+api+"/"+relation, func(t *testing.T) {
		t.Parallel()
		compareOne(t, pi, through(s.session, stored), api)
	})
}

func compareOne(t *testing.T, pi *realpi.Pi, session []byte, api string) {
	log := sessionlog.Parse(session)
	if log.Active() < 0 {
		t.Skip("the session has no entries yet")
	}
	verdicts, err := replay.Run(t.Context(), log, replay.Options{
		Leaves: []int{log.Active()}, APIs: []string{api}, Prompt: realpi.DefaultPrompt, Version: differs(t, pi.Version),
	})
	if err != nil {
		t.Fatal(err)
	}
	got := verdicts[0]
	want := ask(t, pi, session, realpi.Model{Provider: got.Model.Provider, ID: got.Model.ID, API: api})
	if v := verdictOf(got); v != want.verdict {
		t.Fatalf("%s %v, want %s %v%s", v, got.Violations, want.verdict, want.exchange.Violations, want.stderr)
	}
	if want.verdict == silent {
		if said := got.Violations[0].Message; !strings.Contains(numbered.ReplaceAllString(want.stderr, "$1."), said) {
			t.Errorf("replay says %q, pi %q", said, want.stderr)
		}
		return
	}
	gotBody, wantBody := parsed(t, got.Exchanges[0].Body), parsed(t, want.exchange.Body)
	if d := firstDifference(conversation(gotBody), conversation(wantBody)); d != "" {
		t.Errorf("replay differs from pi at %s", d)
	}
	if declares(gotBody) != declares(wantBody) {
		t.Errorf("replay declares tools: %t, want %t", declares(gotBody), declares(wantBody))
	}
}

// numbered are the variables that pi's bundler has told from those of other files.
var numbered = regexp.MustCompile(`\b([a-z]+)\d+\.`)

func verdictOf(v replay.Verdict) verdict {
	switch {
	case v.Accepted():
		return accepted
	case len(v.Exchanges) == 0:
		return silent
	}
	return refused
}

func parsed(t *testing.T, body []byte) js.Value {
	t.Helper()
	v, err := js.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
