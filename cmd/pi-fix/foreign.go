package main

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// explainForeign says of a file that is no session what it is, as far as its first
// bytes tell, and what can be done with it.
func explainForeign(name string, err error) (what, next string) {
	what = bare(name, err)
	if len(backups(name)) > 0 {
		return what, "a backup is there: pi-fix restore --list " + quote(name)
	}
	head := headOf(name)
	if errors.Is(err, sessionlog.ErrEventStream) {
		next = "read the stream: pi-fix events < " + quote(name)
		if id := headerID(head); id != "" {
			next += "; the session that it is of: pi-fix check " + quote(id)
		}
		return what, next
	}
	is, next := foreignKind(name, head)
	if is != "" {
		what = sessionlog.ErrNotSession.Error() + ": it is " + is
	}
	return what, cmp.Or(next, whereSessionsAre(""))
}

// headOf returns the beginning of a file, nothing of one that cannot be read.
func headOf(name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	b, _ := io.ReadAll(io.LimitReader(f, 1<<20)) // what there is
	return b
}

// headerID is the id in the first line, if that is the header of a session.
func headerID(head []byte) string {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if !gjson.ValidBytes(line) || gjson.GetBytes(line, "type").String() != "session" {
		return ""
	}
	return gjson.GetBytes(line, "id").String()
}

// packings are what files begin with that hold another one, and what unpacks them.
var packings = []struct{ mark, is, unpack string }{
	{"(\xb5/\xfd", "packed with zstd", "zstd -dc"},
	{"\xfd7zXZ\x00", "packed with xz", "xz -dc"},
	{"BZh", "packed with bzip2", "bzip2 -dc"},
	{"PK\x03\x04", "a zip archive", "unzip -p"},
	{"\xff\xfe", "text in UTF-16", "iconv -f UTF-16 -t UTF-8"},
	{"\xfe\xff", "text in UTF-16", "iconv -f UTF-16 -t UTF-8"},
}

// foreignKind names what a file is by its first bytes, "" when they do not tell.
func foreignKind(name string, head []byte) (is, next string) {
	for _, p := range packings {
		if bytes.HasPrefix(head, []byte(p.mark)) {
			return p.is, p.unpack + " " + quote(name) + " > FILE.jsonl, and then: pi-fix check FILE.jsonl"
		}
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return "an SQLite database", ""
	case len(text) > 0 && text[0] == '<':
		return htmlKind(text)
	case len(text) > 0 && text[0] == '[':
		return "a JSON array, and a session has a record on each line", "when they are records of a session: jq -c '.[]' " + quote(name) + " > FILE.jsonl"
	case gjson.GetBytes(text, "projectHash").Exists() && gjson.GetBytes(text, "messages").IsArray():
		return "a log of Gemini CLI", ""
	case bytes.HasPrefix(text, []byte("{\n")), bytes.HasPrefix(text, []byte("{\r\n")):
		return "JSON over several lines, and a session has a record on each line", "when they are records of a session: jq -c . " + quote(name) + " > FILE.jsonl"
	}
	return "", ""
}

// htmlKind tells the HTML export of pi, which keeps the session in base64 of JSON
// (pi-coding-agent export-html/template.html).
func htmlKind(text []byte) (is, next string) {
	_, rest, found := bytes.Cut(text, []byte(`id="session-data"`))
	if !found {
		return "an HTML page", ""
	}
	_, rest, _ = bytes.Cut(rest, []byte(">"))
	data, _, _ := bytes.Cut(rest[:min(len(rest), 8<<10)], []byte("<"))
	json, _ := base64.StdEncoding.DecodeString(string(data)) // the beginning is enough
	if id := gjson.GetBytes(json, "header.id").String(); id != "" {
		next = "the session that it was made from: pi-fix check " + quote(id)
	}
	return "an HTML export of pi", next
}

// whereSessionsAre says where to look for sessions: for those of a folder that pi
// was used in, for the others' where they all are.
func whereSessionsAre(folder string) string {
	all := "~/.pi/agent/sessions"
	s, err := openStore("")
	if err == nil {
		if home, err := os.UserHomeDir(); err != nil || s.root != filepath.Join(home, ".pi", "agent", "sessions") {
			all = quote(s.root)
		}
	}
	if folder == "" {
		return "sessions of pi are under " + all + "; the latest of this folder: pi-fix check --continue"
	}
	if real, absErr := filepath.Abs(folder); err == nil && absErr == nil {
		s.cwd = cmp.Or(resolved(real), real)
		if found, err := list(s.project()); err == nil && len(found) > 0 && !strings.HasPrefix(s.cwd, s.root) {
			return "pi keeps the sessions of that folder elsewhere: pi-fix check " + quote(s.project())
		}
	}
	return "pi keeps its sessions under " + all
}

// resolved is a name without symbolic links, "" when there is nothing of that name.
func resolved(name string) string {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return ""
	}
	return real
}
