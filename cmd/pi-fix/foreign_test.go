package main

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/recovery"
)

// What is no session is named by what it is, with what can be done.
func TestForeign(t *testing.T) {
	export := base64.StdEncoding.EncodeToString([]byte(`{"header":{"type":"session","id":"0199-of-the-export"},"entries":[` + strings.Repeat(" ", 20_000) + `]}`))
	for what, tt := range map[string]struct{ content, next string }{
		"an SQLite database":                  {"SQLite format 3\x00\x10\x00", "sessions of pi are under"},
		"packed with zstd":                    {"(\xb5/\xfd\x04", "zstd -dc"},
		"packed with xz":                      {"\xfd7zXZ\x00\x00", "xz -dc"},
		"packed with bzip2":                   {"BZh91AY", "bzip2 -dc"},
		"a zip archive":                       {"PK\x03\x04\x14\x00", "unzip -p"},
		"text in UTF-16":                      {"\xff\xfe{\x00\"\x00", "iconv -f UTF-16"},
		"an HTML page":                        {"\n<!doctype html><html></html>\n", "sessions of pi are under"},
		"an HTML export of pi":                {`<html><script id="session-data" type="application/json">` + export + "</script></html>", "pi-fix check 0199-of-the-export"},
		"a JSON array":                        {`[{"role":"user","content":"hi"},{"role":"assistant"}]`, "jq -c '.[]'"},
		"JSON over several lines":             {"{\n  \"a\": 1,\n  \"b\": 2\n}\n", "jq -c ."},
		"a log of Gemini CLI":                 {`{"sessionId":"a","projectHash":"b","messages":[]}`, "sessions of pi are under"},
		"a log of Codex":                      {`{"timestamp":"t","type":"session_meta","payload":{"id":"a"}}`, "sessions of pi are under"},
		"a log of Codex from its first":       {`{"id":"a","timestamp":"t","instructions":null}` + "\n" + `{"type":"message","role":"user","content":[]}`, "sessions of pi are under"},
		"a log of Claude Code":                {`{"type":"user","sessionId":"a","uuid":"b","message":{}}`, "sessions of pi are under"},
		"an event stream, as `pi --mode json": {`{"type":"session","id":"0199-of-the-stream"}` + "\n" + `{"type":"agent_start"}`, "pi-fix check 0199-of-the-stream"},
		"an event stream, as":                 {`{"type":"agent_start"}`, "pi-fix events <"},
		"a binary file":                       {"\x00\x01\x02", "sessions of pi are under"},
	} {
		name := filepath.Join(t.TempDir(), "s.jsonl")
		if err := os.WriteFile(name, []byte(tt.content), 0o644); err != nil {
			t.Fatal(err)
		}
		w := (&app{}).examine(t.Context(), target{name: name, named: true}, recovery.Policy{}, detail{})
		w.in.close()
		if w.err == nil {
			t.Errorf("%s is taken for a session", what)
			continue
		}
		got := explain(name, w.err)
		if !strings.Contains(got.what, "not a pi session: it is "+what) || !strings.Contains(got.next, tt.next) {
			t.Errorf("%s: it says %s\n%s", what, got.what, got.next)
		}
	}
}

// In a folder that pi was used in, its sessions are pointed to.
func TestWhereSessionsAre(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	t.Setenv("PI_CODING_AGENT_DIR", home)
	t.Setenv("PI_CODING_AGENT_SESSION_DIR", "")
	if got := whereSessionsAre(project); got != "pi keeps its sessions under "+quote(filepath.Join(home, "sessions")) {
		t.Errorf("it says %s", got)
	}
	s := store{root: filepath.Join(home, "sessions"), cwd: resolved(project)}
	if err := os.MkdirAll(s.project(), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.project(), "2026_a.jsonl"), []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := whereSessionsAre(project); !strings.HasSuffix(got, "pi-fix check "+quote(s.project())) {
		t.Errorf("it says %s", got)
	}
}
