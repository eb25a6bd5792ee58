package anthropic_test

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"strings"

	"github.com/pi-fix/pi-fix/replay/anthropic"
)

var thinkingCases = []sample{
	{
		ID: "anthropic/thinking-signature-missing", Text: "signature: Field", Bad: answered(`{"type":"thinking","thinking":"a"}`),
		Good: answered(`{"type":"thinking","thinking":"","signature":"s"}`), Message: "messages.1.content.0.thinking.signature: Field required",
	},
	{
		ID: "anthropic/thinking-signature-missing", Text: "signature.str", Bad: answered(`{"type":"thinking","thinking":"a","signature":null}`),
		Good: answered(`{"type":"thinking","thinking":"a","signature":"s"}`),
	},
	{
		ID: "anthropic/thinking-signature-missing", Text: "thinking.thinking", Bad: answered(`{"type":"thinking","signature":"s"}`),
		Good: answered(`{"type":"thinking","thinking":"a","signature":"s"}`),
	},
	{
		ID: "anthropic/redacted-thinking-data-invalid", Text: "Field required", Bad: answered(`{"type":"redacted_thinking"}`),
		Good: answered(`{"type":"redacted_thinking","data":"d"}`),
	},
	{
		ID: "anthropic/redacted-thinking-data-invalid", Text: "Invalid `data`", Bad: answered(`{"type":"redacted_thinking","data":""}`),
		Good: answered(`{"type":"redacted_thinking","data":"d"}`),
	},
	{
		ID: "anthropic/thinking-empty-unsigned", Bad: answered(`{"type":"thinking","thinking":"","signature":""}`),
		Good: answered(`{"type":"thinking","thinking":"","signature":"s"}`),
	},
	{
		ID: "anthropic/final-block-thinking", At: "/messages/0/content/0",
		Bad:  full(`[` + said("assistant", `[{"type":"thinking","thinking":"a","signature":"s"}]`) + `,` + said("user", `"a"`) + `]`),
		Good: full(`[` + said("assistant", `[{"type":"thinking","thinking":"a","signature":"s"},{"type":"text","text":"b"}]`) + `,` + said("user", `"a"`) + `]`),
	},
	{
		ID:   "anthropic/thinking-in-final-assistant-when-disabled",
		Bad:  full(`[` + said("assistant", `[{"type":"thinking","thinking":"a","signature":"s"},{"type":"text","text":"b"}]`) + `]`),
		Good: full(`[` + said("assistant", `[{"type":"text","text":"b"}]`) + `]`),
	},
	{
		ID: "anthropic/thinking-must-lead", Profiles: []string{anthropic.ManualThinking}, At: "/messages/1/content/0",
		Bad:  strings.Replace(asked(said("user", `[`+result("c1")+`]`)), `"model"`, `"thinking":{"type":"enabled"},"model"`, 1),
		Good: strings.Replace(answered(`{"type":"thinking","thinking":"a","signature":"s"}`), `"model"`, `"thinking":{"type":"enabled"},"model"`, 1),
	},
	{
		ID: "anthropic/final-assistant-trailing-whitespace", Bad: full(`[` + said("assistant", `"a\n"`) + `]`), Good: full(`[` + said("assistant", `" a"`) + `]`),
	},
	{
		ID: "anthropic/prefill-unsupported", Profiles: []string{anthropic.NoPrefill},
		Bad: full(`[` + said("user", `"a"`) + `,` + said("assistant", `"b"`) + `]`), Good: full(`[` + said("user", `"a"`) + `,` + said("assistant", `[]`) + `]`),
	},
	{
		ID: "anthropic/image-media-type", Text: "Input should be", Bad: with(picture("image/jpg", png)), Good: with(picture("image/png", png)),
		Message: "messages.0.content.1.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', " +
			"'image/gif' or 'image/webp'",
	},
	{
		ID: "anthropic/image-media-type", Text: "data: Field", Bad: with(`{"type":"image","source":{"type":"base64","media_type":"image/png"}}`),
		Good: with(picture("image/png", png)),
	},
	{
		ID: "anthropic/image-media-type", Text: "Could not process", Bad: with(picture("image/png", "AAAA")), Good: with(picture("image/png", png)),
	},
	{
		ID: "anthropic/image-media-type", Text: "appears to be", Bad: with(picture("image/gif", png)), Good: with(picture("image/png", png)),
	},
	{
		ID:   "anthropic/image-too-large-bytes",
		Bad:  with(picture("image/png", png[:len(png)-4]+strings.Repeat("A", 5<<20))),
		Good: with(picture("image/png", png[:len(png)-4]+strings.Repeat("A", 5<<20-40))),
	},
	{
		ID: "anthropic/image-media-type", Text: "appears to be", Good: asked(said("user", `[`+result("c1")+`]`)),
		Bad: asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":[`+picture("image/gif", png)+`]}]`)),
		At:  "/messages/2/content/0/content/0",
		Message: "messages.2.content.0.tool_result.content.0.image.source.base64: The image was specified using the image/gif " +
			"media type, but the image appears to be a image/png image",
	},
	{
		ID: "anthropic/image-dimension", Text: "8000", Bad: with(picture("image/png", sized(8001, 1))), Good: with(picture("image/png", sized(8000, 8000))),
	},
	{
		ID: "anthropic/image-dimension-many", Text: "2000", Bad: with(strings.Repeat(picture("image/png", sized(1, 1))+",", 20) + picture("image/png", sized(1, 2001))),
		Good: with(strings.Repeat(picture("image/png", sized(1, 1))+",", 19) + picture("image/png", sized(1, 2001))),
	},
	{
		ID: "anthropic/image-count", Text: "100", Profiles: []string{anthropic.ClaudeManual},
		Bad:  with(strings.Repeat(picture("image/png", sized(1, 1))+",", 100) + picture("image/png", sized(1, 1))),
		Good: with(strings.Repeat(picture("image/png", sized(1, 1))+",", 99) + picture("image/png", sized(1, 1))),
		At:   "/messages/0/content/101", Message: "Too much media: 0 document pages + 101 images > 100",
	},
	{
		ID: "anthropic/image-count", Text: "600",
		Bad:     with(strings.Repeat(picture("image/png", sized(1, 1))+",", 600) + picture("image/png", sized(1, 1))),
		Good:    with(strings.Repeat(picture("image/png", sized(1, 1))+",", 100) + picture("image/png", sized(1, 1))),
		Message: "Too much media: 0 document pages + 601 images > 600",
	},
}

// sized returns the beginning of a PNG of that size.
func sized(width, height uint32) string {
	header := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	header = binary.BigEndian.AppendUint32(header, height)
	header = append(header, 8, 0, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1A\n\x00\x00\x00\x0D"), header...)
	return base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(header)))
}
