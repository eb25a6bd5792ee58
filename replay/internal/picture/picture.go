// Package picture looks at pictures as far as the model services do before a
// model sees them: declared type, real type and size.
package picture

import (
	"encoding/base64"
	"encoding/binary"
	"image"
	"strings"

	// The formats that the standard library can look into.
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"

	"github.com/pi-fix/pi-fix/replay/js"
)

// kinds are the pictures that every service takes, with the bytes they begin
// with.
var kinds = []struct{ media, magic string }{
	{"image/jpeg", "\xFF\xD8\xFF"},
	{"image/png", "\x89PNG\r\n\x1A\n"},
	{"image/gif", "GIF8"},
	{"image/webp", "RIFF"},
}

// Known reports whether a media type is one that every service takes.
func Known(media string) bool {
	for _, k := range kinds {
		if k.media == media {
			return true
		}
	}
	return false
}

// Sniff returns the media type that base64 data really has, "" when the data is
// no base64 or none of the known kinds. Only the beginning is decoded; the rest
// is checked for its alphabet.
func Sniff(data string) string {
	kind := begins(data)
	if kind == "" || !Base64(data) {
		return ""
	}
	return kind
}

// begins returns the media type that base64 data has by its beginning.
func begins(data string) string {
	head := data[:min(len(data), 16)]
	raw, err := base64.StdEncoding.DecodeString(head)
	if err != nil {
		return ""
	}
	for _, k := range kinds {
		if !strings.HasPrefix(string(raw), k.magic) {
			continue
		}
		if k.media == "image/webp" && (len(raw) < 12 || string(raw[8:12]) != "WEBP") {
			continue
		}
		return k.media
	}
	return ""
}

// Size returns the width and height of a picture in base64, 0 when they cannot be
// read. Only the beginning of the data is decoded.
func Size(data string) (width, height int) {
	if begins(data) == "image/webp" && Base64(data) {
		return webpSize(data)
	}
	config, _, err := image.DecodeConfig(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data)))
	if err != nil {
		return 0, 0
	}
	return config.Width, config.Height
}

// webpSize reads the three headers that a WebP file can begin with.
func webpSize(data string) (width, height int) {
	raw, err := base64.StdEncoding.DecodeString(data[:min(len(data), 40)])
	if err != nil || len(raw) < 30 {
		return 0, 0
	}
	le := binary.LittleEndian
	switch string(raw[12:16]) {
	case "VP8 ":
		return int(le.Uint16(raw[26:]) & 0x3FFF), int(le.Uint16(raw[28:]) & 0x3FFF)
	case "VP8L":
		bits := le.Uint32(raw[21:])
		return int(bits&0x3FFF) + 1, int(bits>>14&0x3FFF) + 1
	case "VP8X":
		return int(le.Uint32(raw[24:])&0xFFFFFF) + 1, int(le.Uint32(raw[26:])>>8) + 1
	}
	return 0, 0
}

// Base64 reports whether data is padded standard base64 of at least one byte.
func Base64(data string) bool {
	body := strings.TrimRight(data, "=")
	if data == "" || len(data)%4 != 0 || len(data)-len(body) > 2 {
		return false
	}
	return alphabet.Only(body)
}

var alphabet = js.AlphabetOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
