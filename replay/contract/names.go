package contract

// Plain reports whether a text has letters and digits of ASCII, dashes and
// underscores only, which is what most services take as a name or as an id.
func Plain(text string) bool {
	for i := range len(text) {
		if !plain[text[i]] {
			return false
		}
	}
	return true
}

var plain = func() (t [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") {
		t[c] = true
	}
	return t
}()
