package realpi_test

import (
	"bytes"
	"flag"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

var recordAgain = flag.Bool("record", false, "make the sessions in testdata/sessions anew")

// studio is where sessions are recorded: its name stands in them, and must say
// nothing about a machine or a user.
const studio = "/tmp/pi-fix-recording"

// back is an extension: the way back in a session's tree is no RPC command, but
// an extension's command may do what /tree does. Its argument is the number
// of a user message; the word "summary" asks for one of what is left behind.
const back = `export default function (pi) {
  pi.registerCommand("back", {
    description: "go back to a user message",
    handler: async (args, ctx) => {
      const asked = ctx.sessionManager.getEntries()
        .filter((e) => e.type === "message" && e.message.role === "user");
      const summarize = args.endsWith("summary");
      await ctx.navigateTree(asked[parseInt(args, 10)].id, { summarize });
    },
  });
}
`

// settings keep almost nothing at a compaction, so that a short session can be
// compacted.
const settings = `{"retry":{"enabled":false},"compaction":{"enabled":false,"keepRecentTokens":100,"reserveTokens":1000}}`

func TestRecord(t *testing.T) {
	if !*recordAgain {
		t.Skip("sessions are recorded only with -record")
	}
	for _, r := range recordings {
		t.Run(r.name(), func(t *testing.T) {
			pi := realpitest.Pi(t, r.version)
			if err := os.Mkdir(studio, 0o755); err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(studio)
			session := makeSession(t, pi, r)
			if err := os.WriteFile(filepath.Join(recorded, r.name()+".jsonl"), session, 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func makeSession(t *testing.T, pi *realpi.Pi, r recording) []byte {
	t.Helper()
	service := &replay.Provider{Script: r.turns}
	server := httptest.NewServer(service)
	defer server.Close()
	m := model(r.api, server.URL)
	m.Reasoning = r.thinks
	home := realpi.Home{Dir: studio}
	if err := home.Furnish(m); err != nil {
		t.Fatal(err)
	}
	furnishStudio(t, home, r)
	args := []string{"--system-prompt", "You help to test pi-fix."}
	if r.extension != "" {
		args = append(args, "-e", extensionFile)
	}
	play(t, pi, home, m, args, r.script)
	if n := len(service.Exchanges()); n != len(r.turns) {
		t.Errorf("%d requests for %d turns", n, len(r.turns))
	}
	for _, e := range service.Exchanges() {
		if e.Status != 200 {
			t.Errorf("refused: %v", e.Violations)
		}
	}
	session, err := os.ReadFile(home.Session())
	if err != nil {
		t.Fatal(err)
	}
	return session
}

const extensionFile = studio + "/extension.js"

func furnishStudio(t *testing.T, home realpi.Home, r recording) {
	t.Helper()
	files := map[string]string{
		filepath.Join(home.Agent(), "settings.json"): settings,
		extensionFile: r.extension,
	}
	for name, text := range workFiles {
		files[filepath.Join(home.Work(), name)] = text
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// machine matches what would tell where a session was recorded.
var machine = regexp.MustCompile(`/(home|root|Users|work|var|opt)/|[A-Z]:\\\\|\.cache|node_modules|127\.0\.0\.1|localhost`)

func TestRecordingsTellNothingOfTheirMachine(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\b` + regexp.QuoteMeta(host) + `\b`)
	for _, s := range specimens(t, recorded) {
		told := bytes.ReplaceAll(s.session, []byte(studio+"/work"), nil)
		for _, pattern := range []*regexp.Regexp{machine, named} {
			if found := pattern.Find(told); found != nil {
				t.Errorf("%s holds %q", s.name, found)
			}
		}
	}
}

func TestEveryRecordingHasItsScript(t *testing.T) {
	var scripted, kept []string
	for _, r := range recordings {
		scripted = append(scripted, r.name())
	}
	for _, s := range specimens(t, recorded) {
		kept = append(kept, s.name)
	}
	slices.Sort(scripted)
	if !slices.Equal(scripted, kept) {
		t.Errorf("scripts %q\nfiles   %q", scripted, kept)
	}
}
