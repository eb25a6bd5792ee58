package realpi_test

import (
	"bytes"
	"hash/crc32"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pi-fix/pi-fix/replay/google"
	"github.com/pi-fix/pi-fix/replay/mistral"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// textAPIs are those that any provider in pi's models.json can speak.
var textAPIs = []string{realpi.Anthropic, realpi.Completions, realpi.Responses, google.API, mistral.API}

// The vectors show each fault alone, before its repair and after. Without the flag
// one in twenty is compared with one API, which the hash of its name chooses, so that
// new vectors change nothing for the others.
func TestProjectionOfVectors(t *testing.T) {
	pi := realpitest.Pi(t, newest)
	names, err := filepath.Glob("../../testdata/vectors/*/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	for _, name := range names {
		of := filepath.Base(filepath.Dir(name)) + "/" + strings.TrimSuffix(filepath.Base(name), ".txtar")
		hash := crc32.ChecksumIEEE([]byte(of))
		if !*thorough && hash%20 != 0 {
			continue
		}
		for _, s := range vector(t, name, of) {
			for j, api := range textAPIs {
				if *thorough || hash/20%uint32(len(textAPIs)) == uint32(j) {
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

// vector reads the sessions of a vector, but for those on which pi never ends.
func vector(t *testing.T, name, of string) []specimen {
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
		if filepath.Ext(file.Name) == ".jsonl" && !circular(strings.Split(string(file.Data), "\n")) {
			found = append(found, specimen{of + "/" + file.Name, file.Data})
		}
	}
	return found
}
