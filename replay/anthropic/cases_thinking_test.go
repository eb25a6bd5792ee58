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
		id: "anthropic/thinking-signature-missing", text: "signature: Field", bad: answered(`{"type":"thinking","thinking":"a"}`),
		good: answered(`{"type":"thinking","thinking":"","signature":"s"}`), message: "messages.1.content.0.thinking.signature: Field required",
	},
	{
		id: "anthropic/thinking-signature-missing", text: "signature.str", bad: answered(`{"type":"thinking","thinking":"a","signature":null}`),
		good: answered(`{"type":"thinking","thinking":"a","signature":"s"}`),
	},
	{
		id: "anthropic/thinking-signature-missing", text: "thinking.thinking", bad: answered(`{"type":"thinking","signature":"s"}`),
		good: answered(`{"type":"thinking","thinking":"a","signature":"s"}`),
	},
	{
		id: "anthropic/redacted-thinking-data-invalid", text: "Field required", bad: answered(`{"type":"redacted_thinking"}`),
		good: answered(`{"type":"redacted_thinking","data":"d"}`),
	},
	{
		id: "anthropic/redacted-thinking-data-invalid", text: "Invalid `data`", bad: answered(`{"type":"redacted_thinking","data":""}`),
		good: answered(`{"type":"redacted_thinking","data":"d"}`),
	},
	{
		id: "anthropic/thinking-empty-unsigned", bad: answered(`{"type":"thinking","thinking":"","signature":""}`),
		good: answered(`{"type":"thinking","thinking":"","signature":"s"}`),
	},
	{
		id: "anthropic/final-block-thinking", at: "/messages/0/content/0",
		bad:  full(`[` + said("assistant", `[{"type":"thinking","thinking":"a","signature":"s"}]`) + `,` + said("user", `"a"`) + `]`),
		good: full(`[` + said("assistant", `[{"type":"thinking","thinking":"a","signature":"s"},{"type":"text","text":"b"}]`) + `,` + said("user", `"a"`) + `]`),
	},
	{
		id:   "anthropic/thinking-in-final-assistant-when-disabled",
		bad:  full(`[` + said("assistant", `[{"type":"thinking","thinking":"a","signature":"s"},{"type":"text","text":"b"}]`) + `]`),
		good: full(`[` + said("assistant", `[{"type":"text","text":"b"}]`) + `]`),
	},
	{
		id: "anthropic/thinking-must-lead", profiles: []string{anthropic.ManualThinking}, at: "/messages/1/content/0",
		bad:  strings.Replace(asked(said("user", `[`+result("c1")+`]`)), `"model"`, `"thinking":{"type":"enabled"},"model"`, 1),
		good: strings.Replace(answered(`{"type":"thinking","thinking":"a","signature":"s"}`), `"model"`, `"thinking":{"type":"enabled"},"model"`, 1),
	},
	{
		id: "anthropic/final-assistant-trailing-whitespace", bad: full(`[` + said("assistant", `"a\n"`) + `]`), good: full(`[` + said("assistant", `" a"`) + `]`),
	},
	{
		id: "anthropic/prefill-unsupported", profiles: []string{anthropic.NoPrefill},
		bad: full(`[` + said("user", `"a"`) + `,` + said("assistant", `"b"`) + `]`), good: full(`[` + said("user", `"a"`) + `,` + said("assistant", `[]`) + `]`),
	},
	{
		id: "anthropic/image-media-type", text: "Input should be", bad: with(picture("image/jpg", png)), good: with(picture("image/png", png)),
		message: "messages.0.content.1.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', " +
			"'image/gif' or 'image/webp'",
	},
	{
		id: "anthropic/image-media-type", text: "data: Field", bad: with(`{"type":"image","source":{"type":"base64","media_type":"image/png"}}`),
		good: with(picture("image/png", png)),
	},
	{
		id: "anthropic/image-media-type", text: "Could not process", bad: with(picture("image/png", "AAAA")), good: with(picture("image/png", png)),
	},
	{
		id: "anthropic/image-media-type", text: "appears to be", bad: with(picture("image/gif", png)), good: with(picture("image/png", png)),
	},
	{
		id:   "anthropic/image-too-large-bytes",
		bad:  with(picture("image/png", png[:len(png)-4]+strings.Repeat("A", 5<<20))),
		good: with(picture("image/png", png[:len(png)-4]+strings.Repeat("A", 5<<20-40))),
	},
	{
		id: "anthropic/image-media-type", text: "appears to be", good: asked(said("user", `[`+result("c1")+`]`)),
		bad: asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":[`+picture("image/gif", png)+`]}]`)),
		at:  "/messages/2/content/0/content/0",
		message: "messages.2.content.0.tool_result.content.0.image.source.base64: The image was specified using the image/gif " +
			"media type, but the image appears to be a image/png image",
	},
	{
		id: "anthropic/image-dimension", text: "8000", bad: with(picture("image/png", sized(8001, 1))), good: with(picture("image/png", sized(8000, 8000))),
	},
	{
		id: "anthropic/image-dimension-many", text: "2000", bad: with(strings.Repeat(picture("image/png", sized(1, 1))+",", 20) + picture("image/png", sized(1, 2001))),
		good: with(strings.Repeat(picture("image/png", sized(1, 1))+",", 19) + picture("image/png", sized(1, 2001))),
	},
	{
		id: "anthropic/image-count", text: "100", profiles: []string{anthropic.ClaudeManual},
		bad:  with(strings.Repeat(picture("image/png", sized(1, 1))+",", 100) + picture("image/png", sized(1, 1))),
		good: with(strings.Repeat(picture("image/png", sized(1, 1))+",", 99) + picture("image/png", sized(1, 1))),
		at:   "/messages/0/content/101", message: "Too much media: 0 document pages + 101 images > 100",
	},
	{
		id: "anthropic/image-count", text: "600",
		bad:     with(strings.Repeat(picture("image/png", sized(1, 1))+",", 600) + picture("image/png", sized(1, 1))),
		good:    with(strings.Repeat(picture("image/png", sized(1, 1))+",", 100) + picture("image/png", sized(1, 1))),
		message: "Too much media: 0 document pages + 601 images > 600",
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
