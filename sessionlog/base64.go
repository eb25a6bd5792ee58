package sessionlog

// base64Only reports whether b holds nothing but letters of base64, without padding.
func base64Only(b []byte) bool {
	if wideMarks {
		whole := len(b) &^ 63
		if whole > 0 && !base64Blocks(&b[0], whole>>6) {
			return false
		}
		b = b[whole:]
	}
	for _, c := range b {
		if base64Letters[c>>6]>>(c&63)&1 == 0 {
			return false
		}
	}
	return true
}

// base64Letters has one bit a byte.
var base64Letters = [4]uint64{
	1<<'+' | 1<<'/' | 1<<('9'+1) - 1<<'0',
	1<<('Z'+1-64) - 1<<('A'-64) | 1<<('z'+1-64) - 1<<('a'-64),
}
