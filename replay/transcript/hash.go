package transcript

import (
	"strconv"

	"github.com/pi-fix/pi-fix/replay/js"
)

// ShortHash is the hash with which pi shortens ids that are too long.
func ShortHash(s string) string {
	h1, h2 := uint32(0xdeadbeef), uint32(0x41c6ce57)
	for _, c := range js.Units(s) {
		h1 = (h1 ^ uint32(c)) * 2654435761
		h2 = (h2 ^ uint32(c)) * 1597334677
	}
	h1 = (h1^h1>>16)*2246822507 ^ (h2^h2>>13)*3266489909
	h2 = (h2^h2>>16)*2246822507 ^ (h1^h1>>13)*3266489909
	return strconv.FormatUint(uint64(h2), 36) + strconv.FormatUint(uint64(h1), 36)
}

// SafeID replaces every UTF-16 unit of an id that is no letter, digit, dash or
// underscore by an underscore, and cuts it to the limit; 0 is no limit.
func SafeID(id string, limit int) string {
	units := js.Units(id)
	if limit > 0 && len(units) > limit {
		units = units[:limit]
	}
	b := make([]byte, len(units))
	for i, u := range units {
		b[i] = '_'
		if u < 128 && (u == '-' || '0' <= u && u <= '9' || 'a' <= u|0x20 && u|0x20 <= 'z') {
			b[i] = byte(u)
		}
	}
	return string(b)
}

// CutID cuts an id to so many UTF-16 units.
func CutID(id string, limit int) string {
	if len(id) <= limit {
		return id
	}
	units := js.Units(id)
	if len(units) <= limit {
		return id
	}
	return js.FromUnits(units[:limit])
}
