package anthropic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
)

// imageLimit is the cap on the base64 text of one picture.
const imageLimit = 5 << 20

const inSource = place + ".image.source.base64"

// images holds the clauses on pictures. They stand last because the service
// opens pictures only after the request has passed everything else.
var images = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID:     "anthropic/image-media-type",
			Text:   inSource + ".media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
			Source: "https://platform.claude.com/docs/en/build-with-claude/vision.md",
			Check: onPictures(func(p *pictured, report contract.Report) {
				if !picture.Known(p.declared) {
					report(p.at)
				}
			}),
		},
		{
			ID: "anthropic/image-media-type", Text: inSource + ".data: Field required",
			Source: measured,
			Check: onPictures(func(p *pictured, report contract.Report) {
				if p.data.Kind() != js.String {
					report(p.at)
				}
			}),
		},
		{
			ID: "anthropic/image-media-type", Text: place + ": Could not process image",
			Source: "answers of the service",
			Check: onPictures(func(p *pictured, report contract.Report) {
				if p.data.Kind() == js.String && p.found == "" {
					report(p.at)
				}
			}),
		},
		{
			ID: "anthropic/image-media-type",
			Text: inSource + ": The image was specified using the {declared} media type, but the image appears to be " +
				"a {found} image",
			Source: "answers of the service",
			Check: onPictures(func(p *pictured, report contract.Report) {
				if picture.Known(p.declared) && p.found != "" && p.found != p.declared {
					report(p.at, p.declared, p.found)
				}
			}),
		},
		{
			ID:     "anthropic/image-too-large-bytes",
			Text:   inSource + ": image exceeds 5 MB maximum: {n} bytes > 5242880 bytes",
			Source: "https://platform.claude.com/docs/en/build-with-claude/vision.md",
			Check: onPictures(func(p *pictured, report contract.Report) {
				if n := len(p.data.Raw()) - 2; n > imageLimit {
					report(p.at, n)
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
				if len(req.View.(*view).images()) > manyImages {
					onPictures(largerThan(manySideLimit))(req, report)
				}
			},
		},
		imageCount(contract.Clause{Profiles: []string{smallContext}}, 100),
		imageCount(contract.Clause{Unless: []string{smallContext}}, 600),
	}
}

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

func largerThan(limit int) func(*pictured, contract.Report) {
	return func(p *pictured, report contract.Report) {
		if width, height := picture.Size(p.data.Text()); max(width, height) > limit {
			report(p.at)
		}
	}
}

// pictured is an image that travels inside the request.
type pictured struct {
	at, data        js.Value
	declared, found string // its type, and what the data is
}

func onPictures(f func(*pictured, contract.Report)) check { return contract.Each((*view).images, f) }

// images returns the images that travel inside the request. They are looked into
// when they are first asked for.
func (v *view) images() []pictured {
	if v.pictures != nil {
		return v.pictures
	}
	v.pictures = []pictured{}
	look := func(b *block) {
		source := b.at.Get("source")
		if b.kind != image || strings.TrimSpace(source.Get("type").Text()) != "base64" {
			return
		}
		data := source.Get("data")
		v.pictures = append(v.pictures, pictured{b.at, data, source.Get("media_type").Text(), picture.Sniff(data.Text())})
	}
	for _, i := range v.of[types.Number(image)] {
		look(&v.top[i])
	}
	for i := range v.nested {
		look(&v.nested[i])
	}
	return v.pictures
}
