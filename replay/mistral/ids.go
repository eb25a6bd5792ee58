package mistral

import (
	"strconv"
	"strings"

	"github.com/pi-fix/pi-fix/replay/transcript"
)

// idLength is the number of letters and digits that the service wants.
const idLength = 9

// ids gives the calls of other models ids of nine characters. Within a request
// no two ids fall together.
type ids struct {
	given  map[string]string
	owners map[string]string
}

func newIDs() *ids { return &ids{given: map[string]string{}, owners: map[string]string{}} }

// normal returns the id that stands for another.
func (s *ids) normal(id string) string {
	if known, ok := s.given[id]; ok {
		return known
	}
	for attempt := 0; ; attempt++ {
		candidate := derive(id, attempt)
		// pi takes the empty id for no owner at all.
		if owner := s.owners[candidate]; owner == "" || owner == id {
			s.given[id], s.owners[candidate] = candidate, id
			return candidate
		}
	}
}

// derive returns the candidate of one attempt: the id itself where it has nine
// letters and digits, otherwise the beginning of a hash.
func derive(id string, attempt int) string {
	kept := strings.Map(func(r rune) rune {
		if alphanumeric.Only(string(r)) {
			return r
		}
		return -1
	}, id)
	if attempt == 0 && len(kept) == idLength {
		return kept
	}
	seed := kept
	if seed == "" {
		seed = id
	}
	if attempt > 0 {
		seed += ":" + strconv.Itoa(attempt)
	}
	hash := transcript.ShortHash(seed)
	return hash[:min(idLength, len(hash))]
}
