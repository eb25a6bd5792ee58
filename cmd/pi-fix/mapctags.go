package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/pi-fix/pi-fix/mapper"
)

const (
	ctagsTime   = 10 * time.Second
	ctagsOutput = 4 << 20 // bytes that are read of what it prints
)

// A tag is a line of what universal-ctags prints as JSON.
type tag struct {
	Type      string `json:"_type"`
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Language  string `json:"language"`
	Signature string `json:"signature"`
	Line      int    `json:"line"`
	End       int    `json:"end"`
}

// ctagsMap asks universal-ctags for a map, nil where it has none. The name goes to
// the program as one argument, and no shell sees it; a name that begins with a dash
// cannot be taken for an option.
func ctagsMap(ctx context.Context, name, src string) *mapper.Map {
	ctx, stop := context.WithTimeout(ctx, ctagsTime)
	defer stop()
	full, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	cmd := exec.CommandContext(ctx, "ctags", "--options=NONE", "--output-format=json", "--fields=+nelS", "--sort=no", "-f", "-", "--", full)
	out, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(out, ctagsOutput))
	// What lies beyond the limit is not waited for; an exit status tells nothing more.
	stop()
	_ = cmd.Wait()
	m := &mapper.Map{Name: filepath.Base(name), Language: "Unknown", Bytes: len(src), Lines: strings.Count(src, "\n")}
	if len(src) > 0 && src[len(src)-1] != '\n' {
		m.Lines++
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var t tag
		if d.Decode(&t) != nil {
			break
		}
		addTag(m, t)
	}
	if len(m.Symbols) == 0 {
		return nil
	}
	return m
}

// addTag lists one tag. One without a sound line is left out.
func addTag(m *mapper.Map, t tag) {
	if t.Type != "tag" || t.Name == "" || t.Line < 1 || t.Line > m.Lines {
		return
	}
	if t.Language != "" {
		m.Language = t.Language
	}
	s := mapper.Symbol{Name: t.Name, Kind: mapper.Kind(t.Kind), First: t.Line, Last: t.Line}
	if t.Signature != "" {
		s.Signature = t.Name + t.Signature
	}
	if t.End > t.Line && t.End <= m.Lines {
		s.Last = t.End
	}
	list := &m.Symbols
	for n := len(*list); n > 0 && (*list)[n-1].First <= s.First && (*list)[n-1].Last >= s.Last && (*list)[n-1].Last > (*list)[n-1].First; n = len(*list) {
		list = &(*list)[n-1].Children
	}
	*list = append(*list, s)
}
