package anthropic

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
)

// imageLimit is the cap on the base64 text of one picture.
const imageLimit = 5 << 20

const inSource = place + ".image.source.base64"

// images holds the clauses on pictures. They stand last because the service
// opens pictures only after the request has passed everything else.
var images = sync.OnceValue(func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID:     "anthropic/image-media-type",
			Text:   inSource + ".media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
			Source: "https://platform.claude.com/docs/en/build-with-claude/vision.md",
			Check: onPictures(func(b *block, report contract.Report) {
				if kind := b.at.Get("source").Get("media_type"); !picture.Known(kind.Text()) {
					report(b.at)
				}
			}),
		},
		{
			ID: "anthropic/image-media-type", Text: inSource + ".data: Field required",
			Source: measured,
			Check: onPictures(func(b *block, report contract.Report) {
				if b.at.Get("source").Get("data").Kind() != js.String {
					report(b.at)
				}
			}),
		},
		{
			ID: "anthropic/image-media-type", Text: place + ": Could not process image",
			Source: "answers of the service",
			Check: onPictures(func(b *block, report contract.Report) {
				if data := b.at.Get("source").Get("data"); data.Kind() == js.String && picture.Sniff(data.Text()) == "" {
					report(b.at)
				}
			}),
		},
		{
			ID: "anthropic/image-media-type",
			Text: inSource + ": The image was specified using the {declared} media type, but the image appears to be " +
				"a {found} image",
			Source: "answers of the service",
			Check: onPictures(func(b *block, report contract.Report) {
				source := b.at.Get("source")
				declared, found := source.Get("media_type").Text(), picture.Sniff(source.Get("data").Text())
				if picture.Known(declared) && found != "" && found != declared {
					report(b.at, declared, found)
				}
			}),
		},
		{
			ID:     "anthropic/image-too-large-bytes",
			Text:   inSource + ": image exceeds 5 MB maximum: {n} bytes > 5242880 bytes",
			Source: "https://platform.claude.com/docs/en/build-with-claude/vision.md",
			Check: onPictures(func(b *block, report contract.Report) {
				if data := b.at.Get("source").Get("data"); len(data.Raw())-2 > imageLimit {
					report(b.at, len(data.Raw())-2)
				}
			}),
		},
		{
			ID:     "anthropic/image-dimension",
			Text:   inSource + ".data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
			Source: "anthropics/claude-code#4778, can1357/oh-my-pi#10633", Check: onPictures(largerThan(sideLimit)),
		},
		{
			ID: "anthropic/image-dimension-many",
			Text: inSource + ".data: At least one of the image dimensions exceed max allowed size for many-image requests: " +
				"2000 pixels",
			Source: "anthropics/claude-code#9375, #24630, langgenius/dify#11177",
			Check: func(req *contract.Request, report contract.Report) {
				n := 0
				onPictures(func(*block, contract.Report) { n++ })(req, report)
				if n > manyImages {
					onPictures(largerThan(manySideLimit))(req, report)
				}
			},
		},
		imageCount(contract.Clause{Profiles: []string{smallContext}}, 100),
		imageCount(contract.Clause{Unless: []string{smallContext}}, 600),
	}
})

// imageCount completes a clause on how many images a request may have. It reports
// the first one too many.
func imageCount(c contract.Clause, most int) *contract.Clause {
	c.ID = "anthropic/image-count"
	c.Text = fmt.Sprintf("Too much media: 0 document pages + {n} images > %d", most)
	c.Source = "https://platform.claude.com/docs/en/build-with-claude/vision.md, anthropics/claude-code#3397, #19822, #24541"
	c.Check = func(req *contract.Request, report contract.Report) {
		var all []js.Value
		onContent(image, func(b *block, _ contract.Report) { all = append(all, b.at) })(req, report)
		if len(all) > most {
			slices.SortFunc(all, func(a, b js.Value) int { return a.Offset() - b.Offset() })
			report(all[most], len(all))
		}
	}
	return &c
}

// The sides that a picture may have: the first in any request, the second in one
// with more than manyImages. A session becomes invalid by growing.
const (
	sideLimit, manySideLimit = 8000, 2000
	manyImages               = 20
)

func largerThan(limit int) func(*block, contract.Report) {
	return func(b *block, report contract.Report) {
		if width, height := picture.Size(b.at.Get("source").Get("data").Text()); max(width, height) > limit {
			report(b.at)
		}
	}
}

// onPictures looks at every image that travels inside the request.
func onPictures(f func(*block, contract.Report)) check {
	return onContent(image, func(b *block, report contract.Report) {
		source := b.at.Get("source")
		if kind := source.Get("type").Text(); source.Exists() && strings.TrimSpace(kind) == "base64" {
			f(b, report)
		}
	})
}
