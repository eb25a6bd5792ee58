package bedrock

import (
	"encoding/base64"
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// results writes a run of results as one user message. Images of error results
// follow behind all results when the model is Claude, which takes only text in
// them.
func (w *writer) results(run []transcript.Message) error {
	out := outgoing{role: "user", origin: transcript.Origin{Line: run[0].Line}}
	var behind outgoing
	for _, m := range run {
		content, err := w.elements(m)
		if err != nil {
			return err
		}
		split := w.splits(m) && hasImage(content)
		blocks, err := w.resultContent(content, m.Line, split)
		if err != nil {
			return err
		}
		var o, result transcript.Object
		status := "success"
		if m.IsError.Truthy() {
			status = "error"
		}
		result.Value("toolUseId", present(m.CallID)).Raw("content", transcript.Join(blocks)).Text("status", status)
		out.add(o.Raw(toolResult, result.Close()).Close(), m.Line)
		if !split {
			continue
		}
		if err := behind.images(m, content); err != nil {
			return err
		}
	}
	for i, block := range behind.blocks {
		out.add(block, behind.origin.Parts[i])
	}
	w.messages = append(w.messages, out)
	return nil
}

// splits reports whether pi looks for images in a result to put them elsewhere.
func (w *writer) splits(m transcript.Message) bool {
	return w.claude && m.IsError.Truthy() && !w.version.ErrorImagesInside
}

// elements returns the blocks of a result. A string is walked letter by letter,
// none of which is a block with a text; an empty one goes through.
func (w *writer) elements(m transcript.Message) ([]js.Value, error) {
	if m.Content.Kind() == js.String && !w.splits(m) {
		if m.Content.Text() != "" {
			return nil, transcript.Unreadable("pi/result-content", m.Line, js.Value{}, "replace")
		}
		return nil, nil
	}
	return transcript.Elements(m.Content, m.Line, "pi/result-content", "msg.content", "filter")
}

// images adds the images of a result behind a caption that names it.
func (m *outgoing) images(result transcript.Message, content []js.Value) error {
	caption := "Images from the error result of tool call " + result.CallID.Display() + " (" + result.Name.Display() + "):"
	m.add(textBlock(caption), result.Line)
	for _, e := range content {
		if !isImage(e) {
			continue
		}
		block, err := imageBlock(e, result.Line)
		if err != nil {
			return err
		}
		m.add(block, result.Line)
	}
	return nil
}

const imageElsewhere = "(image attached after the tool results)"

// resultContent writes the blocks of a result. split puts a remark in the place
// of each run of images.
func (w *writer) resultContent(content []js.Value, line int, split bool) ([][]byte, error) {
	var blocks [][]byte
	remarked := false
	for _, e := range content {
		var block []byte
		var err error
		switch {
		case isImage(e) && split && remarked:
			continue
		case isImage(e) && split:
			block, remarked = textBlock(imageElsewhere), true
		case isImage(e):
			block, err = imageBlock(e, line)
		default:
			block, err = textOf(e, "text", line, w.version.BlankTexts)
			remarked = e.Get("text").Text() == imageElsewhere
		}
		if err != nil {
			return nil, err
		}
		if block != nil {
			blocks = append(blocks, block)
		}
	}
	if len(blocks) == 0 && !w.version.BlankTexts {
		blocks = append(blocks, nothing)
	}
	return blocks, nil
}

func isImage(at js.Value) bool { return at.Get("type").Text() == image }

func hasImage(content []js.Value) bool {
	for _, e := range content {
		if isImage(e) {
			return true
		}
	}
	return false
}

// formats are the pictures that pi sends.
var formats = map[string]string{
	"image/jpeg": "jpeg", "image/jpg": "jpeg", "image/png": "png", "image/gif": "gif", "image/webp": "webp",
}

func imageBlock(at js.Value, line int) ([]byte, error) {
	media := at.Get("mimeType")
	format, known := formats[media.Text()]
	if !known {
		return nil, &transcript.Failure{ID: "pi/image-type", Line: line, Text: "Unknown image type: " + media.Display()}
	}
	data, fault := canonical(at.Get("data").Display())
	if fault != "" {
		return nil, &transcript.Failure{ID: "pi/image-data", Line: line, Text: fault}
	}
	var o, picture, source transcript.Object
	picture.Text("format", format).Raw("source", source.Text("bytes", data).Close())
	return o.Raw(image, picture.Close()).Close(), nil
}

// canonical decodes base64 as JavaScript's atob does, which forgives white space and
// missing padding, and encodes it again; else it returns the words of Node.
func canonical(data string) (encoded, fault string) {
	data = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\n\f\r", r) {
			return -1
		}
		return r
	}, data)
	bare := strings.TrimSuffix(strings.TrimSuffix(data, "="), "=")
	switch {
	case !letters.Only(bare):
		return "", "Invalid character"
	case len(bare)%4 == 1:
		return "", "The string to be decoded is not correctly encoded."
	case len(bare) < len(data) && len(data)%4 != 0:
		return "", "Invalid character"
	}
	raw, err := base64.RawStdEncoding.DecodeString(bare)
	if err != nil {
		return "", "Invalid character"
	}
	return base64.StdEncoding.EncodeToString(raw), ""
}

// letters are those of base64.
var letters = js.AlphabetOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
