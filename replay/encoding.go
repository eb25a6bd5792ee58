package replay

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"github.com/klauspost/compress/zstd"
)

// largestBody is how much of a body is read, and how large a packed one may become.
// No service takes one that is near it.
const largestBody = 1 << 27

// readBody reads the body of a request and unpacks it where it is packed, as pi
// packs what it sends to Codex. An encoding that is not known leaves the body as
// it is; then it is no JSON, and refused as that.
func readBody(r *http.Request) ([]byte, error) {
	body, err := readAll(r.Body, r.ContentLength)
	if err != nil || r.Header.Get("Content-Encoding") != "zstd" {
		return body, err
	}
	d, err := zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(largestBody))
	if err != nil {
		return nil, fmt.Errorf("replay: unpack a request: %w", err)
	}
	defer d.Close()
	unpacked, err := readAll(d, 0)
	if err != nil {
		return body, nil
	}
	return unpacked, nil
}

// readAll reads up to the largest body. One that is as long as was announced takes no
// more room than it needs; io.ReadAll would take several times as much on the way.
func readAll(r io.Reader, announced int64) ([]byte, error) {
	var b bytes.Buffer
	if announced > 0 && announced <= largestBody {
		b.Grow(int(announced) + bytes.MinRead)
	}
	_, err := b.ReadFrom(io.LimitReader(r, largestBody))
	return b.Bytes(), err
}
