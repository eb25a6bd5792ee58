package contract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

func flavoured(always ...string) contract.Contract {
	stages := [][]*contract.Clause{{
		say(contract.Clause{ID: "base", Text: "t", Source: "s"}, ""),
		say(contract.Clause{ID: "replaced", Text: "t", Source: "s", Unless: []string{"one"}}, ""),
		say(contract.Clause{ID: "of one", Text: "t", Source: "s", Profiles: []string{"one"}}, ""),
		say(contract.Clause{ID: "of a group", Text: "t", Source: "s", Profiles: []string{"group"}}, ""),
	}}
	return contract.Contract{
		API: "a", Paths: []string{"/a"}, Always: always,
		Read:   func(js.Value) any { return nil },
		Stages: func() [][]*contract.Clause { return stages },
		Profiles: []contract.Profile{
			{Name: "one", Text: "t"},
			{Name: "two", Text: "t", With: []string{"one", "group"}, Refuse: answering("two")},
		},
		Refuse: answering("plain"),
		Answer: func(js.Value, contract.Turn, int) contract.Response { return contract.Response{} },
	}
}

func answering(text string) func(*contract.Violation, int) contract.Response {
	return func(*contract.Violation, int) contract.Response { return contract.Response{Body: []byte(text)} }
}

func TestProfiles(t *testing.T) {
	for _, test := range []struct {
		always, profiles, want []string
		envelope               string
	}{
		{nil, nil, []string{"base", "replaced"}, "plain"},
		{nil, []string{"unheard of"}, []string{"base", "replaced"}, "plain"},
		{nil, []string{"one"}, []string{"base", "of one"}, "plain"},
		{[]string{"one"}, nil, []string{"base", "of one"}, "plain"},
		{nil, []string{"one", "two"}, []string{"base", "of one", "of a group"}, "two"},
		{nil, []string{"group"}, []string{"base", "replaced", "of a group"}, "plain"},
		{nil, []string{contract.StrictUnion}, []string{"base", "replaced", "of one", "of a group"}, "plain"},
	} {
		c := flavoured(test.always...)
		if err := c.Validate(); err != nil {
			t.Error(err)
		}
		var got []string
		for _, v := range c.Judge([]byte(`{}`), test.profiles...) {
			got = append(got, v.Clause.ID)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v and %v: got %v, want %v", test.always, test.profiles, got, test.want)
		}
		if r := c.RefuseAs(test.profiles, &contract.Violation{}, 1); string(r.Body) != test.envelope {
			t.Errorf("%v: got the envelope of %s, want that of %s", test.profiles, r.Body, test.envelope)
		}
	}
}

func TestProfilesAreChecked(t *testing.T) {
	c := flavoured()
	c.Profiles = append(c.Profiles, contract.Profile{Name: contract.StrictUnion, Text: "t"})
	c.Stages()[0][0].Unless = []string{"nobody"}
	err := c.Validate()
	for _, want := range []string{`"nobody"`, `"strict-union"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want a word about %s", err, want)
		}
	}
}
