package recovery

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"
)

// promised returns how many bytes at the beginning of a backup of unknown
// original size have the hash of its name. Usually that is all of them.
// Otherwise the original ended where a line ends, or, unended, not far from the
// end: all line ends are tried, and all bytes of the last megabyte.
func promised(f *os.File, hash string) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	sum, err := sumOf(f, info.Size())
	if err != nil {
		return 0, err
	}
	if hasHash(sum[:], hash) {
		return info.Size(), nil
	}
	want, err := hex.DecodeString(hash)
	if err != nil {
		return 0, err
	}
	size, err := searchPromised(io.NewSectionReader(f, 0, info.Size()), info.Size()-chunkSize, want)
	if err == nil && size < 0 {
		err = &TornBackupError{Name: f.Name()}
	}
	return size, err
}

// searchPromised returns the length of a beginning of r whose sum begins with
// want, or -1. It tries each line end, and from the offset dense on each byte.
// The empty beginning is tried too: pi leaves sessions of no bytes behind.
func searchPromised(r io.Reader, dense int64, want []byte) (int64, error) {
	h := sha256.New()
	sum := make([]byte, 0, sha256.Size)
	if bytes.HasPrefix(h.Sum(sum), want) {
		return 0, nil
	}
	var at int64
	buf := make([]byte, chunkSize)
	for {
		n, err := r.Read(buf)
		for b := buf[:n]; len(b) > 0; {
			piece := b[:1]
			if at < dense {
				piece = firstLine(b[:min(int64(len(b)), dense-at)])
			}
			h.Write(piece)
			at, b = at+int64(len(piece)), b[len(piece):]
			if bytes.HasPrefix(h.Sum(sum), want) {
				return at, nil
			}
		}
		if err == io.EOF {
			return -1, nil
		}
		if err != nil {
			return -1, err
		}
	}
}

// hasHash says whether the sum begins, in hexadecimal, with hash.
func hasHash(sum []byte, hash string) bool {
	return strings.HasPrefix(hex.EncodeToString(sum), hash)
}

// firstLine returns b up to and with its first line end, or all of it.
func firstLine(b []byte) []byte {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return b[:i+1]
	}
	return b
}
