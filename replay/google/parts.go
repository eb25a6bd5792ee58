package google

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
)

// part looks at one part and counts it to its content.
func (v *view) part(c *content, at js.Value) {
	v.want(at, js.Object, schemaOf+"Part")
	f := fieldsOf(at)
	v.known(&f, ofPart, unknownField)
	data, signature, thought := says(at)
	signed := signature.Kind() == js.String && signature.Text() != ""
	if signed && !decodable(signature.Text()) && !escapes.Has(signature.Text()) {
		v.report(badSignature, signature, signature.Text())
	}
	switch names.Key(data) {
	case fFunctionCall:
		v.function(data, ofCall, fArgs)
		if c.calls == 0 && !signed {
			c.unsigned = data
		}
		c.calls++
		return
	case fFunctionResponse:
		v.function(data, ofResponse, fResponse)
		c.responses++
		return
	case fText:
		v.text(at, data, signed)
	case fInlineData:
		v.blob(data)
	case js.Other:
		v.report(noData, at)
	}
	if !thought {
		c.others++
	}
}

// says returns what a part consists of, the last one where there are several.
func says(part js.Value) (data, signature js.Value, thought bool) {
	for f := range part.All() {
		switch n := names.Key(f); {
		case ofData.Has(n) && !f.Nullish():
			data = f
		case n == fThought:
			thought = f.Kind() == js.True
		case n == fSignature:
			signature = f
		}
	}
	return data, signature, thought
}

// escapes are signatures that stand for none, by agreement with the service.
var escapes = js.NewNames("skip_thought_signature_validator", "context_engineering_is_the_way_to_go")

// text looks at a text. One that is empty counts as no data, but a signature
// may come with an empty text and has to go back as it came.
func (v *view) text(part, text js.Value, signed bool) {
	v.want(text, js.String, "TYPE_STRING")
	switch {
	case text.Kind() != js.String || signed:
	case text.Raw() == `""`:
		v.report(noData, part)
	case text.Blank():
		v.report(blankText, part)
	}
}

// function looks at a call or a response; its values stand in one member.
func (v *view) function(at js.Value, message js.Set, values int) {
	v.want(at, js.Object, schemaOf+"FunctionCall")
	if at.Kind() != js.Object {
		return
	}
	f := fieldsOf(at)
	v.known(&f, message, unknownField)
	v.name(at, f.get(fName))
	if id := f.get(fID); !id.Nullish() {
		v.want(id, js.String, "TYPE_STRING")
		v.named = append(v.named, id)
	}
	if held := f.get(values); !held.Nullish() && held.Kind() != js.Object {
		v.report(wrongStruct, held, string(held.JSON()))
	}
	if message != ofResponse {
		return
	}
	for p := range f.get(fParts).All() {
		part := fieldsOf(p)
		if data := part.get(fInlineData); data.Exists() {
			v.blob(data)
		}
	}
}

// name looks at the name of a call, a response or a declaration.
func (v *view) name(of, name js.Value) {
	v.want(name, js.String, "TYPE_STRING")
	switch {
	case name.Nullish() || name.Raw() == `""`:
		v.report(noName, of)
	case name.Kind() == js.String && !validName(name.Text()):
		v.report(badName, name)
	}
}

// blob looks at media inside the request. Only pictures are opened.
func (v *view) blob(at js.Value) {
	f := fieldsOf(at)
	v.known(&f, ofBlob, unknownField)
	media, data := f.get(fMimeType), f.get(fData)
	v.want(media, js.String, "TYPE_STRING")
	switch kind := media.Text(); {
	case rare.Has(kind):
		v.report(rareMedia, at, kind)
	case !takes(kind):
		v.report(unknownMedia, at, kind)
	}
	switch said := data.Text(); {
	case data.Kind() != js.String && !data.Nullish():
		v.want(data, js.String, "TYPE_BYTES")
	case said != "" && !decodable(said):
		v.report(badBytes, data, said)
	case picture.Known(media.Text()) && picture.Sniff(said) == "":
		v.report(noPicture, at)
	}
}

// rare are types of pictures that are not in the list of the services and taken
// by some of their models.
var rare = js.NewNames("image/gif", "image/jpg")

// takes reports whether the services take media of a type.
func takes(kind string) bool {
	switch kind {
	case "image/png", "image/jpeg", "image/webp", "image/heic", "image/heif", "application/pdf":
		return true
	}
	family, name, _ := strings.Cut(kind, "/")
	return name != "" && (family == "audio" || family == "video" || family == "text")
}

// decodable reports whether the services decode a text as base64. They take both
// alphabets and do without padding.
func decodable(data string) bool {
	body := strings.TrimRight(data, "=")
	if len(data)-len(body) > 2 || len(body)%4 == 1 {
		return false
	}
	return alphabet.Only(body)
}

var alphabet = js.AlphabetOf(contract.Alphanumeric + "+/-_")
