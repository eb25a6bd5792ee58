package contract

import "github.com/pi-fix/pi-fix/replay/js"

// Alphanumeric are the letters and digits of ASCII.
const Alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

var plain = js.AlphabetOf(Alphanumeric + "-_")

// Plain reports whether a text has letters and digits of ASCII, dashes and
// underscores only, which is what most services take as a name or as an id.
func Plain(text string) bool { return plain.Only(text) }
