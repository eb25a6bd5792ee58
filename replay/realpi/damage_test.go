package realpi_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// A damage is something that happens to a session, and what comes of it.
type damage struct {
	name string
	then verdict
	do   func(*lines)
}

// A verdict is what happens to a damaged session that is resumed.
type verdict string

const (
	// accepted is what pi heals, or what leaves less than there was.
	accepted verdict = "accepted"
	refused  verdict = "refused"
	// silent is what makes pi fail before it sends anything.
	silent verdict = "silent"
	// varying is what one service takes and another does not.
	varying verdict = "varying"
)

// lines are the lines of a session whose entries form one chain, its header
// first.
type lines struct{ all []string }

func damaged(t *testing.T, session []byte, d damage) []byte {
	t.Helper()
	l := &lines{strings.Split(strings.TrimSuffix(string(session), "\n"), "\n")}
	d.do(l)
	text := []byte(strings.Join(l.all, "\n") + "\n")
	if bytes.Equal(text, session) {
		t.Fatalf("%s changes nothing", d.name)
	}
	return text
}

// calling is the place of the first answer with calls; its results follow.
func (l *lines) calling() int {
	return slices.IndexFunc(l.all, func(line string) bool {
		return gjson.Get(line, `message.content.#(type=="toolCall")`).Exists()
	})
}

// set changes one value of a line.
func (l *lines) set(i int, key string, value any) {
	changed, err := sjson.Set(l.all[i], key, value)
	if err != nil {
		panic(err)
	}
	l.all[i] = changed
}

// setRaw changes one value of a line to a JSON text.
func (l *lines) setRaw(i int, key, value string) {
	changed, err := sjson.SetRaw(l.all[i], key, value)
	if err != nil {
		panic(err)
	}
	l.all[i] = changed
}

// firstCall is the key of the first call in the line of [lines.calling].
func (l *lines) firstCall() string {
	for n, block := range gjson.Get(l.all[l.calling()], "message.content").Array() {
		if block.Get("type").Str == "toolCall" {
			return fmt.Sprintf("message.content.%d", n)
		}
	}
	panic("no call")
}

// insert puts an entry at a place and the chain around it in order.
func (l *lines) insert(i int, entry string) {
	entry, err := sjson.Set(entry, "id", fmt.Sprintf("ffff%04d", len(l.all)))
	if err != nil {
		panic(err)
	}
	l.all = slices.Insert(l.all, i, entry)
	l.relink()
}

func (l *lines) remove(i int) {
	l.all = slices.Delete(l.all, i, i+1)
	l.relink()
}

// relink makes every entry the child of the one before it.
func (l *lines) relink() {
	var parent any
	for i := 1; i < len(l.all); i++ {
		l.set(i, "parentId", parent)
		parent = gjson.Get(l.all[i], "id").Str
	}
}

func (l *lines) id(i int) string { return gjson.Get(l.all[i], "id").Str }
