package contract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// limited has a clause on what is read from "list" and one on "most".
func limited(text string) contract.Contract {
	stages := [][]*contract.Clause{{
		contract.TooLong(contract.Clause{ID: "window", Text: text, Source: "s", Profiles: []string{contract.Window}}, "list", "more"),
		{
			ID: "output", Text: "{n} > {max} for {model}", Source: "s", Profiles: []string{contract.Output},
			Check: contract.Exceeding("settings", "most"),
		},
	}}
	return contract.Contract{
		API: "a", Paths: []string{"/a"}, Profiles: []contract.Profile{contract.Windowed, contract.Limited},
		Read: func(js.Value) any { return nil }, Stages: func() [][]*contract.Clause { return stages },
		Refuse: answering(""), Answer: func(js.Value, contract.Turn, int) contract.Response { return contract.Response{} },
	}
}

func TestLimits(t *testing.T) {
	for name, test := range map[string]struct {
		text, body string
		profiles   []string
		want       []string
	}{
		"too long":         {"{n} of {max}", `{"list":[{"content":"a b c"}]}`, []string{"window=2"}, []string{"/list: 3 of 2 (window)"}},
		"in other words":   {"{max} for {n}", `{"list":[{"content":"a b c"}]}`, []string{"window=2"}, []string{"/list: 2 for 3 (window)"}},
		"just right":       {"{n}", `{"list":[{"content":"a b c"}]}`, []string{"window=3"}, nil},
		"not stated":       {"{n}", `{"list":[{"content":"a b c"}],"settings":{"most":9}}`, nil, nil},
		"in the union":     {"{n}", `{"list":[{"content":"a b c"}],"settings":{"most":9}}`, []string{contract.StrictUnion}, nil},
		"no number":        {"{n}", `{"list":[{"content":"a b c"}]}`, []string{"window"}, nil},
		"a bad number":     {"{n}", `{"list":[{"content":"a b c"}]}`, []string{"window=-1", "window=x"}, nil},
		"of two members":   {"{n}", `{"list":[{"text":"a"}],"more":"b c"}`, []string{"window=2"}, []string{"/list: 3 (window)"}},
		"of the second":    {"{n}", `{"more":[{"text":"a b c"}]}`, []string{"window=2"}, []string{": 3 (window)"}},
		"not words":        {"{n}", `{"list":[{"content":"1 2 3 -- ((( , \n\n e4-f5.g6"}]}`, []string{"window=1"}, nil},
		"in a call":        {"{n}", `{"list":[{"content":[{"input":{"a":{"b":["x y",{"z":"w"}]}}}]}]}`, []string{"window=2"}, []string{"/list: 3 (window)"}},
		"in arguments":     {"{n}", `{"list":[{"tool_calls":[{"function":{"arguments":"{\"long name\": \"x y\"}"}}]}]}`, []string{"window=1"}, []string{"/list: 2 (window)"}},
		"broken arguments": {"{n}", `{"list":[{"tool_calls":[{"function":{"arguments":"{x y z"}}]}]}`, []string{"window=1"}, nil},
		"a result":         {"{n}", `{"list":[{"parts":[{"functionResponse":{"response":{"output":"x y"}}}]}]}`, []string{"window=1"}, []string{"/list: 2 (window)"}},
		"thoughts":         {"{n}", `{"list":[{"content":[{"type":"thinking","thinking":"x y","signature":"z"}],"parts":[{"thought":true,"text":"x y"}]}]}`, []string{"window=1"}, nil},
		"without end":      {"{n}", `{"list":[{"input":` + strings.Repeat("[", 5e6) + `"x y"` + strings.Repeat("]", 5e6) + `}]}`, []string{"window=1"}, nil},
		"a picture":        {"{n}", `{"list":[{"content":[{"source":{"data":"x y"}}]}]}`, []string{"window=1"}, nil},
		"the service cuts": {"{n}", `{"list":[{"content":"a b c"}],"truncation":"auto"}`, []string{"window=1"}, nil},
		"edited there":     {"{n}", `{"list":[{"content":"a b c"}],"context_management":{"edits":[]}}`, []string{"window=1"}, nil},
		"gives too much":   {"{n}", `{"model":"m","settings":{"most":9}}`, []string{"output=8"}, []string{"/settings/most: 9 > 8 for m (output)"}},
		"gives enough":     {"{n}", `{"model":"m","settings":{"most":8}}`, []string{"output=8"}, nil},
	} {
		c := limited(test.text)
		if err := c.Validate(); err != nil {
			t.Error(err)
		}
		var got []string
		for _, v := range c.Judge([]byte(test.body), test.profiles...) {
			got = append(got, v.String())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestProfilesWithNumbers(t *testing.T) {
	c := limited("{n}")
	for name, want := range map[string]bool{"window": true, "window=5": true, "window=": false, "window=0": false, "win=5": false} {
		if got := c.Profile(name) != nil; got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
	plain := flavoured()
	if plain.Profile("one=5") != nil {
		t.Error("a profile took a number that it has no use for")
	}
}
