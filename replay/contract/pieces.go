package contract

import "unicode/utf8"

// The size and the number of the pieces of a text in a stream: large enough that
// a session does not grow by it, and several, so that clients have to put them
// together.
const (
	pieceSize = 16
	mostParts = 8
)

// Pieces cuts a text as a stream tells it: into a few pieces that make the text
// again. A short one is a single piece.
func Pieces(text string) []string {
	size := max(pieceSize, len(text)/mostParts+1)
	var pieces []string
	for len(text) > size {
		end := size
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		if end == 0 {
			end = size // it is no UTF-8
		}
		pieces = append(pieces, text[:end])
		text = text[end:]
	}
	return append(pieces, text)
}
