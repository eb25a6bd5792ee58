package contract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// say makes a clause that reports the member of the body with the arguments.
func say(clause contract.Clause, member string, args ...any) *contract.Clause {
	clause.Check = func(req *contract.Request, report contract.Report) {
		at := req.Body
		for _, step := range strings.Split(member, "/") {
			for e := range at.All() {
				if e.Key() == step || e.Key() == "" && fmt.Sprint(e.Index()) == step {
					at = e
				}
			}
		}
		report(at, args...)
	}
	return &clause
}

func judge(body string, profiles []string, stages ...[]*contract.Clause) []contract.Violation {
	c := contract.Contract{
		Stages: func() [][]*contract.Clause { return stages },
		Read:   func(js.Value) any { return nil },
	}
	return c.Judge([]byte(body), profiles...)
}

func TestWording(t *testing.T) {
	found := judge(`{"m":[0,{"c":["x"]}]}`, nil, nil, []*contract.Clause{
		say(contract.Clause{Text: "m.{i}.c.{j}: {what} is {what} not {other}, see {1,2} {k}", Param: "{i}{also}"},
			"m/1/c/0", "{i}", 7, "p"),
	})
	if len(found) != 1 {
		t.Fatalf("got %v", found)
	}
	got := found[0]
	if want := "m.1.c.0: {i} is {i} not 7, see {1,2} p"; got.Message != want || got.Param != "1{also}" {
		t.Errorf("got %q and %q, want %q", got.Message, got.Param, want)
	}
	if got.Pointer != "/m/1/c/0" {
		t.Errorf("got %s", got.Pointer)
	}
}

func TestOrder(t *testing.T) {
	clause := func(id string, profiles ...string) contract.Clause {
		return contract.Clause{ID: id, Text: id, Profiles: profiles}
	}
	stages := [][]*contract.Clause{
		{say(clause("first"), "")},
		{say(clause("late"), "b"), say(clause("early"), "a"), say(clause("early, told second"), "a")},
		{say(clause("last"), "a"), say(clause("special", "p"), "a")},
	}
	for _, test := range []struct {
		body     string
		profiles []string
		want     []string
	}{
		{`{"a":1,"b":2}`, nil, []string{"first", "early", "early, told second", "late", "last"}},
		{`{"a":1,"b":2}`, []string{"o", "p"}, []string{"first", "early", "early, told second", "late", "last", "special"}},
		{`{"a"`, nil, []string{"first"}},
	} {
		var got []string
		for _, v := range judge(test.body, test.profiles, stages...) {
			got = append(got, v.Clause.ID)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %v: got %v, want %v", test.body, test.profiles, got, test.want)
		}
	}
}

func TestWarningsRefuseNothing(t *testing.T) {
	warned := contract.Clause{ID: "w", Level: contract.Warn}
	if v := contract.Refusal([]contract.Violation{{Clause: &warned}}); v != nil {
		t.Errorf("got %v, want none", v)
	}
	found := []contract.Violation{{Clause: &warned}, {Clause: &contract.Clause{ID: "r"}}}
	if v := contract.Refusal(found); v != &found[1] {
		t.Errorf("got %v, want the second", v)
	}
}
