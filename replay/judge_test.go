package replay_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// FuzzJudge puts any body to every clause of every service, those of all their
// relatives too: there is a verdict, each violation has its words and a place in
// the body, and the verdict is the same the second time.
func FuzzJudge(f *testing.F) {
	f.Add(uint8(0), []byte(`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":1}]}]}`))
	f.Add(uint8(1), []byte(`{"model":null,"messages":[{"role":"tool"},{"role":"assistant","tool_calls":[{}]},[]]}`))
	for i, a := range replay.APIs {
		for _, path := range []string{"U A[c1,c2] T(c1) T(c2) A U", "U A[c1] U T(c1) T(c1)"} {
			s := started(a.Name)
			s.walk(&testing.T{}, path)
			log := s.log()
			wire, err := replay.Build(log, log.Active(), a.Name, replay.Options{})
			if err != nil {
				f.Fatal(err)
			}
			f.Add(uint8(i), wire.Body)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		api := replay.APIs[int(which)%len(replay.APIs)]
		profiles := []string{replay.StrictUnion}
		for _, p := range replay.Profiles(api.Name) {
			profiles = append(profiles, p.Name)
		}
		found, root := api.Contract.Weigh(body, profiles...)
		// Keys that hold half characters cannot be written into a pointer.
		plain := utf8.Valid(body) && !bytes.Contains(bytes.ToLower(body), []byte(`\ud`))
		for _, v := range found {
			if v.Message == "" || v.Clause == nil {
				t.Fatalf("a violation without words: %+v", v)
			}
			if _, ok := at(root, string(v.Pointer)); plain && root.Exists() && !ok {
				t.Fatalf("%s points to %q, which the body does not have", v.Clause.ID, v.Pointer)
			}
		}
		if again := api.Contract.Judge(body, profiles...); fmt.Sprint(told(found)) != fmt.Sprint(told(again)) {
			t.Fatalf("%v, then %v", told(found), told(again))
		}
	})
}

func told(found []contract.Violation) []string {
	var out []string
	for _, v := range found {
		out = append(out, v.String())
	}
	return out
}

// at follows a JSON pointer.
func at(v js.Value, pointer string) (js.Value, bool) {
	for _, step := range strings.Split(pointer, "/")[1:] {
		if v.Kind() == js.Array {
			next := js.Value{}
			for member := range v.All() {
				if strconv.Itoa(member.Index()) == step {
					next = member
				}
			}
			if v = next; !v.Exists() {
				return v, false
			}
			continue
		}
		if v = v.Get(strings.NewReplacer("~1", "/", "~0", "~").Replace(step)); !v.Exists() {
			return v, false
		}
	}
	return v, true
}
