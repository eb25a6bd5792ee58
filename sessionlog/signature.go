package sessionlog

// shortestSignature is the length under which no signature of Claude's is known.
const shortestSignature = 100

// ClaudeSignature reports whether the signature of thinking has the form of
// Claude's: base64 with its padding, of a hundred characters or more.
func ClaudeSignature(sig []byte) bool {
	n := len(sig)
	if n < shortestSignature || n%4 != 0 {
		return false
	}
	for n > len(sig)-2 && sig[n-1] == '=' {
		n--
	}
	return base64Only(sig[:n])
}

// thought takes in a thinking block: whether it is signed, and in Claude's form.
// Redacted thinking has its content where others have the signature.
func (x *extractor) thought() {
	b := &x.block
	if b.signed {
		x.thinks |= Signed
	}
	if !b.redacted && !b.claude {
		x.thinks |= OddSignature
	}
}
