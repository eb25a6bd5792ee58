package google

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
)

// part looks at one part and counts it to its content.
func (v *view) part(c *content, at js.Value) {
	v.want(at, js.Object, schemaOf+"Part")
	v.known(at, "part")
	var data, signature js.Value
	thought := false
	for f := range at.All() {
		switch name := snake(f.Key()); {
		case dataFields[name] && !f.Nullish():
			data = f
		case name == "thought":
			thought = f.Kind() == js.True
		case name == "thought_signature":
			signature = f
		}
	}
	signed := signature.Kind() == js.String && signature.Text() != ""
	if signed && !decodable(signature.Text()) && !escapes[signature.Text()] {
		v.report(badSignature, signature, signature.Text())
	}
	switch snake(data.Key()) {
	case "function_call":
		v.function(data, "function_call", "args")
		if c.calls == 0 && !signed {
			c.unsigned = data
		}
		c.calls++
		return
	case "function_response":
		v.function(data, "function_response", "response")
		c.responses++
		return
	case "text":
		v.text(at, data, signed)
	case "inline_data":
		v.blob(data)
	case "":
		v.report(noData, at)
	}
	if !thought {
		c.others++
	}
}

// escapes are signatures that stand for none, by agreement with the service.
var escapes = set("skip_thought_signature_validator", "context_engineering_is_the_way_to_go")

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
func (v *view) function(at js.Value, message, values string) {
	v.want(at, js.Object, schemaOf+"FunctionCall")
	v.known(at, message)
	if at.Kind() != js.Object {
		return
	}
	v.name(at)
	if id := member(at, "id"); !id.Nullish() {
		v.want(id, js.String, "TYPE_STRING")
		v.report(callID, id)
	}
	if held := member(at, values); !held.Nullish() && held.Kind() != js.Object {
		v.report(wrongStruct, held, string(held.JSON()))
	}
	if message == "function_response" {
		for p := range member(at, "parts").All() {
			if data := member(p, "inline_data"); data.Exists() {
				v.blob(data)
			}
		}
	}
}

// name looks at the name of a call, a response or a declaration.
func (v *view) name(at js.Value) {
	name := member(at, "name")
	v.want(name, js.String, "TYPE_STRING")
	switch {
	case name.Nullish() || name.Raw() == `""`:
		v.report(noName, at)
	case name.Kind() == js.String && !validName(name.Text()):
		v.report(badName, name)
	}
}

// blob looks at media inside the request. Only pictures are opened.
func (v *view) blob(at js.Value) {
	v.known(at, "blob")
	media, data := member(at, "mime_type"), member(at, "data")
	v.want(media, js.String, "TYPE_STRING")
	switch kind := media.Text(); {
	case rare[kind]:
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
var rare = set("image/gif", "image/jpg")

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
	for _, c := range []byte(body) {
		if !alphabet[c] {
			return false
		}
	}
	return true
}

var alphabet = func() (t [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_") {
		t[c] = true
	}
	return t
}()
