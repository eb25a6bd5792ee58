package contract_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

func TestIds(t *testing.T) {
	var ids contract.Ids
	for round := range 2 {
		for i := range 1000 {
			if got := ids.Number(fmt.Sprint("call", i)); got != i {
				t.Fatalf("round %d: id %d got the number %d", round, i, got)
			}
		}
		if ids.Number("call7") != 7 || ids.Number("") != 1000 || ids.Number("") != 1000 || ids.Len() != 1001 {
			t.Errorf("round %d: known ids got new numbers, %d in all", round, ids.Len())
		}
		some, other := ids.Marks(), ids.Marks()
		if some.Has(1000) || some.Has(5000) || other.Has(3) {
			t.Errorf("round %d: an empty set has something", round)
		}
		some.Add(3)
		some.Add(1000)
		if !some.Has(3) || !some.Has(1000) || some.Has(4) || other.Has(3) {
			t.Errorf("round %d: a set has not what was added to it", round)
		}
		if some.Clear(); some.Has(3) {
			t.Errorf("round %d: a set keeps what it had", round)
		}
		ids.Clear()
	}
}

func TestEachOf(t *testing.T) {
	names := js.NewNames("a", "b", "c")
	type view struct {
		list []string
		of   contract.Kinds
	}
	v := &view{}
	for _, e := range []string{"b1", "a1", "x1", "a2", "c1"} {
		v.of.Add(names.Number(e[:1]), len(v.list))
		*contract.Next(&v.list) = e
	}
	walk := func(kinds js.Set) (got []string) {
		contract.EachOf(func(v *view) ([]string, *contract.Kinds) { return v.list, &v.of }, kinds,
			func(e *string, _ contract.Report) { got = append(got, *e) })(&contract.Request{View: v}, nil)
		return got
	}
	if got := walk(names.Set("a", "c")); !slices.Equal(got, []string{"a1", "a2", "c1"}) {
		t.Errorf("got %v", got)
	}
	if got := walk(js.Set(0).With(js.Other)); !slices.Equal(got, []string{"x1"}) {
		t.Errorf("got %v", got)
	}
	v.of.Clear()
	if got := walk(^js.Set(0)); got != nil {
		t.Errorf("got %v of nothing", got)
	}
}

func TestFaults(t *testing.T) {
	var faults contract.Faults[uint8]
	told := func(kind uint8) (all []string) {
		faults.Report(kind, func(_ js.Value, args ...any) { all = append(all, fmt.Sprint(args...)) })
		return all
	}
	for round := range 2 {
		for i := range 1500 {
			faults.Add(3, js.Value{}, i)
		}
		faults.Add(1, js.Value{}, "a", "b")
		if all := told(3); len(all) != 1000 || all[0] != "0" || all[999] != "999" {
			t.Errorf("round %d: %d faults, %v", round, len(all), all)
		}
		if all := told(1); !slices.Equal(all, []string{"ab"}) || told(0) != nil || told(9) != nil {
			t.Errorf("round %d: got %v, %v and %v", round, all, told(0), told(9))
		}
		faults.Clear()
	}
	if told(3) != nil {
		t.Errorf("after all of it: got %v", told(3))
	}
}
