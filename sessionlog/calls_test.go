package sessionlog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestCallTable compares with a map, which is what the table stands for.
func TestCallTable(t *testing.T) {
	for _, ids := range [][]string{
		nil,
		{"a"},
		{"a", "b c", "", "d"},
		{"a a", "b", "a", "c a b", "", "b b"},
	} {
		var s strings.Builder
		s.WriteString(`{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}` + "\n")
		want, repeated := map[Key][]int32{}, map[Key]bool{}
		for i, made := range ids {
			var calls []string
			for _, id := range strings.Fields(made) {
				calls = append(calls, fmt.Sprintf(`{"type":"toolCall","id":%q,"name":"x","arguments":{}}`, id))
				k, line := KeyOf(id), int32(i+1)
				repeated[k] = len(want[k]) > 0 || repeated[k]
				if !slices.Contains(want[k], line) {
					want[k] = append(want[k], line)
				}
			}
			fmt.Fprintf(&s, `{"type":"message","id":"e%d","parentId":null,"message":{"role":"assistant","content":[%s]}}`+"\n", i, strings.Join(calls, ","))
		}
		maps.DeleteFunc(repeated, func(_ Key, more bool) bool { return !more })
		table := Parse([]byte(s.String())).Calls()
		if got := table.Repeated(); !maps.Equal(got, repeated) {
			t.Errorf("%q: repeated: %v, want %v", ids, got, repeated)
		}
		for _, id := range []string{"a", "b", "c", "d", "none"} {
			if got := table.Turns(KeyOf(id)); !slices.Equal(got, want[KeyOf(id)]) {
				t.Errorf("%q: turns of %s: %v, want %v", ids, id, got, want[KeyOf(id)])
			}
		}
	}
}
