package contract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// Of faults without number a thousand are told, or a mebibyte of them, and always the
// one that the service comes upon first.
func TestFaultsWithoutNumber(t *testing.T) {
	backwards := &contract.Clause{ID: "backwards", Text: "{n}", Check: func(req *contract.Request, report contract.Report) {
		all := slices.Collect(req.Body.All())
		for i, e := range slices.Backward(all) {
			report(e, i)
		}
	}}
	wordy := &contract.Clause{ID: "wordy", Text: "{words}", Check: func(req *contract.Request, report contract.Report) {
		for e := range req.Body.All() {
			report(e, strings.Repeat("w", 10_000))
		}
	}}
	found := judge("["+strings.Repeat("0,", 9999)+"0]", nil, []*contract.Clause{backwards, wordy})
	count := map[string]int{}
	for _, v := range found {
		count[v.Clause.ID]++
	}
	if first := found[0]; first.Clause != backwards || first.Message != "0" || first.Pointer != "/0" || found[1].Pointer != "/0" {
		t.Errorf("the first are %v and %v", first, found[1].Pointer)
	}
	if count["backwards"] != 1000 || count["wordy"] < 100 || count["wordy"] > 105 {
		t.Errorf("got %v", count)
	}
}

// What is nested deeper than any parser reads ends there.
func TestNestingWithoutEnd(t *testing.T) {
	broken := &contract.Clause{ID: "broken", Text: "{at}", Check: func(req *contract.Request, report contract.Report) {
		if n, broken := req.Broken(); broken {
			report(req.Body, n)
		}
	}}
	for _, test := range []struct {
		body string
		want []string
	}{
		{strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), nil},
		{strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001), []string{"10000"}},
		{strings.Repeat(`{"é":`, 10_001) + "0" + strings.Repeat("}", 10_001), []string{"50000"}},
		{"[" + strings.Repeat("[[]],", 10_000) + "0]", nil},
		{"[\"é\xff\"]", []string{"3"}},
		{"[\"\xff\",", []string{"2"}},
		{`["é"`, []string{"4"}},
	} {
		var got []string
		for _, v := range judge(test.body, nil, []*contract.Clause{broken}) {
			got = append(got, v.Message)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%.20s: got %v, want %v", test.body, got, test.want)
		}
	}
}

func TestLone(t *testing.T) {
	lone := &contract.Clause{ID: "lone", Text: "{column} {char}", Check: contract.Lone}
	found := judge(`{"é\ud83d":["\ud83d\ude00","x\udc00\udc00"],"é":"\udc00"}`, nil, []*contract.Clause{lone})
	if got := fmt.Sprint(found); got != "[/é\xed\xa0\xbd: 4 3 (lone) /é\xed\xa0\xbd/1: 30 29 (lone) /é: 50 49 (lone)]" {
		t.Errorf("got %q", got)
	}
}
