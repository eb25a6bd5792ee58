package anthropic

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// results writes a run of results as one user message. Images of error results
// follow behind all results, because the service takes only text in them.
func (w *writer) results(run []transcript.Message) error {
	out := outgoing{role: "user", origin: transcript.Origin{Line: run[0].Line}}
	var behind outgoing
	for _, m := range run {
		isError := m.IsError.Truthy()
		expression, method := "content", "some"
		if isError {
			expression, method = "msg.content", "filter"
		}
		content, err := transcript.Elements(m.Content, m.Line, "pi/result-content", expression, method)
		if err != nil {
			return err
		}
		split := isError && hasImage(content) && !w.version.ErrorImagesInside
		body, err := resultContent(content, m.Line, split)
		if err != nil {
			return err
		}
		var o transcript.Object
		o.Text("type", toolResult).Value("tool_use_id", m.CallID).Raw("content", body).Value("is_error", m.IsError)
		out.add(o.Close(), m.Line)
		if split {
			behind.images(m, content)
		}
	}
	for i, block := range behind.blocks {
		out.add(block, behind.origin.Parts[i])
	}
	w.push(out)
	return nil
}

// images adds the images of a result behind a caption that names it.
func (m *outgoing) images(result transcript.Message, content []js.Value) {
	caption := "Images from the error result of tool call " + result.CallID.Display() + " (" + result.Name.Display() + "):"
	m.add(textBlock(caption), result.Line)
	for _, e := range content {
		if isImage(e) {
			m.add(imageBlock(e), result.Line)
		}
	}
}

const imageElsewhere = "(image attached after the tool results)"

// resultContent writes the content of a result: one string, or blocks when there
// are images in it. split puts a remark in the place of each run of images.
func resultContent(content []js.Value, line int, split bool) ([]byte, error) {
	if split {
		return js.Quoted(js.Sanitize(remarked(content))), nil
	}
	if !hasImage(content) {
		texts := make([]js.Value, len(content))
		for i, e := range content {
			texts[i] = e.Get("text")
		}
		return js.Quoted(js.Sanitize(transcript.JoinTexts(texts))), nil
	}
	var blocks [][]byte
	hasText := false
	for _, e := range content {
		if e.Get("type").Text() != text {
			blocks = append(blocks, imageBlock(e))
			continue
		}
		said, err := transcript.SaneText(e, "text", line)
		if err != nil {
			return nil, err
		}
		hasText = true
		blocks = append(blocks, textBlock(said))
	}
	if !hasText {
		blocks = append([][]byte{textBlock("(see attached image)")}, blocks...)
	}
	return transcript.Join(blocks), nil
}

func remarked(content []js.Value) string {
	var said []string
	remark := false
	for _, e := range content {
		next := ""
		switch text := e.Get("text"); {
		case isImage(e) && remark:
			continue
		case isImage(e):
			next = imageElsewhere
		case !text.Nullish():
			next = text.Display()
		}
		remark = next == imageElsewhere
		said = append(said, next)
	}
	return strings.Join(said, "\n")
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
