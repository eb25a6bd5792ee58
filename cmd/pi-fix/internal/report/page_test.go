package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// hostilePage is a session whose every text tries to leave its place in a page.
func hostilePage(evil string) *Session {
	verdict := Verdict{API: evil, Profiles: []string{evil}, Leaf: evil, Violations: []Violation{{
		Clause: evil, Pointer: evil, Message: evil, Entry: evil, Line: 2,
	}}}
	return &Session{
		File: evil, ID: evil, SHA256: evil, Status: Findings, Error: evil, Model: evil, Named: true,
		Findings: []Finding{{
			Rule: evil, Severity: evil, Line: 2, Entry: evil, Call: evil, Leaves: []string{evil}, Message: evil, Fix: evil, Cost: CostLossy,
		}},
		Repair: &Repair{Backup: evil, SHA256: evil, Form: evil}, Replay: []Verdict{verdict},
		Diff: []byte("-" + evil + "\n+" + evil + "\n"),
		Page: &Page{
			Nodes: []Node{
				{Line: 1, Text: evil, Time: "2026-01-01T00:00:00Z"},
				{Line: 2, Depth: 1, Who: evil, Time: "2026-01-01T01:00:00Z", Bytes: 100, Text: evil, Mark: evil},
				{Line: 3, Who: "user", Time: evil, Text: evil},
			},
			Before: []Verdict{verdict}, Seen: []byte("-" + evil + "\n"), Next: evil,
		},
	}
}

// TestPageIsInert reads the page as a browser does: whatever a session says, there is
// nothing in it but elements and attributes of the template, and no link leads out.
func TestPageIsInert(t *testing.T) {
	plain := pageParts(t, hostilePage("words"))
	for _, evil := range []string{
		"<script>alert(1)</script>", "</style><script>x</script>", "</title><img src=x onerror=alert(1)>", `"><svg onload=alert(1)>`,
		`' onmouseover='alert(1)`, "javascript:alert(1)", "<!-- ", "]]>", "{{.}}", "&lt;script&gt;&#60;script&#62;", "</pre></div></section>",
		"url(http://example.com/x)", "\x00<\x00script>", "\u202eevil\u2066", "\x1b[31m", "http://example.com/", "+ADw-script+AD4-", "\xff<b>",
	} {
		if got := pageParts(t, hostilePage(evil)); !slices.Equal(got, plain) {
			t.Errorf("%q changes the page: %v, want %v", evil, got, plain)
		}
	}
}

// pageParts are the elements and attributes of a page. It fails for what could do
// something, and for characters that are not to be seen.
func pageParts(t *testing.T, s *Session) []string {
	t.Helper()
	var page bytes.Buffer
	h := &HTML{W: &page}
	if err := errors.Join(h.Start(Run{Version: s.ID}), h.Found(s), h.Done(s), h.End(Summary{Sessions: 1, Left: 1, Findings: 1})); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(page.String(), "\x00\x1b\u202e\u2066") {
		t.Errorf("%q: the page has control characters", s.ID)
	}
	var out []string
	z := html.NewTokenizer(&page)
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				t.Fatal(z.Err())
			}
			return out
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken, html.CommentToken:
			token := z.Token()
			if slices.Contains([]string{"script", "img", "iframe", "object", "embed", "link", "form", "base"}, token.Data) {
				t.Errorf("%q: the page has a %s", s.ID, token.Data)
			}
			out = append(out, kind.String()+" "+token.Data)
			for _, a := range token.Attr {
				out = append(out, a.Key)
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" && !strings.HasPrefix(a.Val, "#s1") {
					t.Errorf("%q: the page has %s=%q", s.ID, a.Key, a.Val)
				}
			}
		}
	}
}

// A page of a large session stays small, and shows what stands around faults.
func TestPageFolds(t *testing.T) {
	s := &Session{File: "s.jsonl", Named: true, Status: Findings, Page: &Page{}}
	for line := 1; line <= 50_000; line++ {
		s.Page.Nodes = append(s.Page.Nodes, Node{Line: line, Text: fmt.Sprintf("entry%d.", line)})
	}
	s.Findings = []Finding{{Rule: "x", Severity: "error", Line: 40_000, Message: "the fault", Leaves: []string{}}}
	var page bytes.Buffer
	h := &HTML{W: &page}
	if err := errors.Join(h.Start(Run{}), h.Done(s), h.End(Summary{Sessions: 1})); err != nil {
		t.Fatal(err)
	}
	if page.Len() > 1<<20 {
		t.Errorf("the page has %d bytes", page.Len())
	}
	for _, want := range []string{"entry39997.", "entry40000.", "entry40003.", "the fault", "4000 entries without a fault", "left out here"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	if strings.Contains(page.String(), "entry30000.") {
		t.Error("the page shows what is beyond its limit")
	}
}

// Sound sessions of folders are listed; named ones are shown.
func TestPageOfMany(t *testing.T) {
	var page bytes.Buffer
	h := &HTML{W: &page}
	if err := h.Start(Run{}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Session{
		{File: "a.jsonl", Status: Sound, Page: &Page{}}, {File: "b.jsonl", Status: Sound, Named: true, Page: &Page{}},
		{File: "c.jsonl", Status: Unreadable, Named: true, Error: "no such file"},
	} {
		if err := h.Done(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.End(Summary{Sessions: 3}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"<section": 1, `href="#s2"`: 1, "a.jsonl": 1, "no such file": 1, "Nothing is wrong.": 1} {
		if got := strings.Count(page.String(), text); got != want {
			t.Errorf("%q is %d times on the page, want %d", text, got, want)
		}
	}
}
