package picture_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/pi-fix/pi-fix/replay/internal/picture"
)

func TestPictures(t *testing.T) {
	drawn := image.NewPaletted(image.Rect(0, 0, 30, 20), color.Palette{color.Black, color.White})
	encode := func(write func(*bytes.Buffer) error) string {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	for want, data := range map[string]string{
		"image/png":  encode(func(b *bytes.Buffer) error { return png.Encode(b, drawn) }),
		"image/jpeg": encode(func(b *bytes.Buffer) error { return jpeg.Encode(b, drawn, nil) }),
		"image/gif":  encode(func(b *bytes.Buffer) error { return gif.Encode(b, drawn, nil) }),
		"image/webp": base64.StdEncoding.EncodeToString([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x1d\x00\x00\x13\x00\x00")),
	} {
		if got := picture.Sniff(data); got != want || !picture.Known(got) {
			t.Errorf("got %s, want %s", got, want)
		}
		if w, h := picture.Size(data); w != 30 || h != 20 {
			t.Errorf("%s: got %d x %d, want 30 x 20", want, w, h)
		}
	}
	for _, data := range []string{"", "AAAA", "iVBORw0KGgo", "iVBORw0KGg=o", "iVBORw0K\n", "undefined"} {
		if got := picture.Sniff(data); got != "" {
			t.Errorf("%q: got %s", data, got)
		}
		if w, h := picture.Size(data); w != 0 || h != 0 {
			t.Errorf("%q: got %d x %d", data, w, h)
		}
	}
}
