package responses

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
)

const imageURL = "Invalid '{path}'. Expected a base64-encoded data URL with an image MIME type (e.g. " +
	"'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got "

// images holds the clauses on pictures, which are opened after everything else.
func images() []*contract.Clause {
	return []*contract.Clause{
		badImage(imageURL+"unsupported MIME type '{type}'.", "{path}", "invalid_value", "openai/codex#32287",
			func(media, data string) (bool, []any) { return !picture.Known(media), []any{media} }),
		badImage(imageURL+"empty base64-encoded bytes.", "{path}", "invalid_value", "anomalyco/opencode#23983",
			func(media, data string) (bool, []any) { return picture.Known(media) && data == "", nil }),
		badImage("The image data you provided does not represent a valid image. Please check your input and try again with "+
			"one of the supported image formats: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].", "input",
			"invalid_value", "client trackers",
			func(media, data string) (bool, []any) {
				return picture.Known(media) && data != "" && picture.Sniff(data) == "", nil
			}),
	}
}

// badImage is a clause on pictures that travel inside the request.
func badImage(text, param, code, source string, bad func(media, data string) (bool, []any)) *contract.Clause {
	return &contract.Clause{
		ID: "responses/image-invalid", Text: text, Param: param, Code: code, Source: source,
		Check: onParts(func(p *part, report contract.Report) {
			if p.kind != "input_image" {
				return
			}
			at := p.at.Get("image_url")
			rest, ok := strings.CutPrefix(at.Text(), "data:")
			if !ok {
				return
			}
			media, data, _ := strings.Cut(rest, ",")
			if is, args := bad(strings.TrimSuffix(media, ";base64"), data); is {
				report(at, append([]any{path(at)}, args...)...)
			}
		}),
	}
}

// path is how the service names a place: a member by its name, an element by its
// number.
func path(at js.Value) string {
	var b strings.Builder
	for _, step := range strings.Split(at.Pointer(), "/")[1:] {
		switch {
		case strings.Trim(step, "0123456789") == "":
			b.WriteString("[" + step + "]")
		case b.Len() > 0:
			b.WriteString("." + step)
		default:
			b.WriteString(step)
		}
	}
	return b.String()
}
