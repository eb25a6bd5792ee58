package realpi_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"golang.org/x/tools/txtar"

	"github.com/pi-fix/pi-fix/replay/google"
	"github.com/pi-fix/pi-fix/replay/mistral"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// textAPIs are those that any provider in pi's models.json can speak.
var textAPIs = []string{realpi.Anthropic, realpi.Completions, realpi.Responses, google.API, mistral.API}

// The vectors show each fault alone, before its repair and after. Without the flag
// some are compared, by turns.
func TestProjectionOfVectors(t *testing.T) {
	pi := realpitest.Pi(t, newest)
	names, err := filepath.Glob("../../testdata/vectors/*/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	for i, name := range names {
		if strings.Contains(name, "content-too-deep") {
			continue // how deep is too deep is up to the stack of a machine
		}
		if !*thorough && i%30 != 0 {
			continue
		}
		for _, s := range vector(t, name) {
			for j, api := range textAPIs {
				if *thorough || i/30%len(textAPIs) == j {
					compareAsOwn(t, pi, s, api)
				}
			}
		}
	}
}

// compareAsOwn compares a session that its own model goes on with.
func compareAsOwn(t *testing.T, pi *realpi.Pi, s specimen, api string) {
	t.Run(s.name+"/"+api, func(t *testing.T) {
		t.Parallel()
		if api == realpi.Responses {
			compareOne(t, pi, reasoned(s.session, api), api)
			return
		}
		compareOne(t, pi, through(s.session, api), api)
	})
}

// opens reports whether pi takes a file for a session. Of one that it does not, replay
// tells what its entries would be sent as, and there is nothing to compare.
func opens(session []byte) bool {
	for line := range bytes.Lines(session) {
		if gjson.ValidBytes(line) {
			return gjson.GetBytes(line, "type").Str == "session" && gjson.GetBytes(line, "id").Type == gjson.String
		}
	}
	return false
}

// vector reads the sessions of a vector, but for those on which pi never ends.
func vector(t *testing.T, name string) []specimen {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var found []specimen
	for _, file := range archive.Files {
		// An archive's files always end in a line feed.
		if file.Name == "in.jsonl" && bytes.Contains(archive.Comment, []byte("ended: no")) {
			file.Data = bytes.TrimSuffix(file.Data, []byte("\n"))
		}
		if filepath.Ext(file.Name) == ".jsonl" && opens(file.Data) && !circular(strings.Split(string(file.Data), "\n")) {
			of := filepath.Base(filepath.Dir(name)) + "/" + strings.TrimSuffix(filepath.Base(name), ".txtar")
			found = append(found, specimen{of + "/" + file.Name, file.Data})
		}
	}
	return found
}
