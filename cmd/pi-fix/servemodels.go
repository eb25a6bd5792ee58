package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
)

// writeAddresses writes the base URL of each API with those of the profiles that it
// has, and what has to stand in pi's models.json for it.
func writeAddresses(w io.Writer, apis []*replay.API, profiles []string, root string) error {
	var b strings.Builder
	wide := 0
	for _, api := range apis {
		wide = max(wide, len(api.Name))
	}
	for _, api := range apis {
		fmt.Fprintf(&b, "%-*s  %s", wide, api.Name, servedModel(api, root).BaseURL())
		if count := slices.DeleteFunc(slices.Clone(profiles), func(name string) bool {
			return name != replay.StrictUnion && api.Contract.Profile(name) == nil
		}); len(count) > 0 {
			fmt.Fprintf(&b, "  (%s)", strings.Join(count, ", "))
		}
		b.WriteByte('\n')
	}
	entries, err := modelEntries(apis, root)
	if err != nil {
		return err
	}
	m := servedModel(apis[0], root)
	fmt.Fprintf(&b, "\nfor pi, in ~/.pi/agent/models.json:\n%s\nthen: pi --provider %s --model %s\n\n", entries, m.Provider, m.ID)
	_, err = io.WriteString(w, b.String())
	return err
}

// servedModel is the model of an API under a name of its own, so that the real
// provider stays as it is.
func servedModel(api *replay.API, root string) realpi.Model {
	return realpi.Model{Provider: "pi-fix-" + api.Name, ID: api.StandIn.ID, API: api.Name, Address: root}
}

// modelEntries is the content of models.json, one provider per line.
func modelEntries(apis []*replay.API, root string) (string, error) {
	lines := make([]string, len(apis))
	for i, api := range apis {
		m := servedModel(api, root)
		entry, err := json.Marshal(m.Entry())
		if err != nil {
			return "", fmt.Errorf("write the entry of %s: %w", api.Name, err)
		}
		lines[i] = fmt.Sprintf("  %q: %s", m.Provider, entry)
	}
	return "{\"providers\": {\n" + strings.Join(lines, ",\n") + "\n}}", nil
}
