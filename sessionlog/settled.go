package sessionlog

import (
	"strings"

	"github.com/tidwall/gjson"
)

// settledLevels is how deep repeated keys are looked for: an entry, its message, the
// content, a block, its arguments and what those hold. Each level costs a read.
const settledLevels = 8

// settled returns a value in which every key stands once, with the last of its
// values, as JSON.parse has it (ECMA-262, JSON.parse: "the last value wins"); it is
// the value as it stands when none stands twice.
func settled(v gjson.Result, levels int) (text string, changed bool) {
	if levels == 0 || !v.IsObject() && !v.IsArray() {
		return v.Raw, false
	}
	at := map[string]int{}
	var keys, members []string
	v.ForEach(func(k, member gjson.Result) bool {
		inside, differs := settled(member, levels-1)
		changed = changed || differs
		if n, repeated := at[k.String()]; repeated && v.IsObject() {
			changed, members[n] = true, inside
			return true
		}
		at[k.String()] = len(members)
		keys, members = append(keys, k.Raw), append(members, inside)
		return true
	})
	if !changed {
		return v.Raw, false
	}
	if v.IsArray() {
		return "[" + strings.Join(members, ",") + "]", true
	}
	for n, k := range keys {
		members[n] = k + ":" + members[n]
	}
	return "{" + strings.Join(members, ",") + "}", true
}
