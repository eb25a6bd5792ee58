package realpi_test

import (
	"fmt"
	"strings"
)

// words are a text as JSON, odd or not.
func (c *composer) words() string {
	return c.mostly(oneOf(c.Rand, `"go on"`, `"I look."`, `"package main\n\nfunc main() {}\n"`),
		`""`, `" "`, `"\n\t"`, `"a\ud83db"`, `"\ud83d\ude00 \u00e9"`, `"\u2028\u0000\ufeff"`, `"\udc00"`)
}

// content is a list of blocks of some kinds.
func (c *composer) content(kinds ...func() string) string {
	blocks := make([]string, c.IntN(4))
	for i := range blocks {
		blocks[i] = c.mostly(kinds[c.IntN(len(kinds))](), c.oddBlock())
	}
	return c.mostly("["+strings.Join(blocks, ",")+"]", oneOf(c.Rand, c.words(), `null`, `[]`, `[]`, `null`))
}

// oddBlock is one that should not be there. Those that make pi fail are rare.
func (c *composer) oddBlock() string {
	if c.IntN(15) == 0 {
		return oneOf(c.Rand, `null`, `7`, `"text"`, `{}`, `[]`, `{"type":"text"}`, `{"type":"text","text":7}`, `{"type":"thinking"}`, `{"type":"image"}`)
	}
	return oneOf(c.Rand, `{"type":"novelty","text":"x"}`, c.text(), c.image(), c.thought(), c.call(), `{"type":"resource_link","uri":"file:///x"}`)
}

func (c *composer) text() string {
	return `{"type":"text","text":` + c.words() + c.signature("textSignature") + `}`
}

func (c *composer) image() string {
	return fmt.Sprintf(`{"type":"image","data":%s,"mimeType":%s}`, c.mostly(`"`+dotText+`"`, `""`, `"AAAA"`, `"not base64!"`),
		c.mostly(`"image/png"`, `"image/tiff"`, `"image/jpeg"`, `""`))
}

func (c *composer) thought() string {
	return `{"type":"thinking","thinking":` + c.words() + c.signature("thinkingSignature") + c.mostly("", `,"redacted":true`) + `}`
}

func (c *composer) call() string {
	id := c.identity()
	if id != "" && id[0] == '"' {
		c.calls = append(c.calls, id)
	}
	return `{"type":"toolCall","id":` + id + `,"name":` + c.mostly(`"read"`, `"bash"`, `"re.ad"`, `"`+strings.Repeat("n", 70)+`"`, `""`) +
		c.member("arguments", c.mostly(oneOf(c.Rand, `{"path":"a.go"}`, `{}`), `{"a":"\ud83d","b":[1e3,-0,null]}`, `"{}"`, `null`, `[]`, `7`)) +
		c.signature("thoughtSignature") + c.mostly("", `,"argumentsError":"bad"`, `,"namespace":"mcp"`, `,"partialJson":"{"`) + `}`
}

// identity is the id of a call as JSON.
func (c *composer) identity() string {
	c.count++
	n := c.count
	if c.IntN(15) == 0 {
		n = 1 // a second one of that id
	}
	return fmt.Sprintf(oneOf(c.Rand, `"toolu_%d"`, `"call_%d|fc_%[1]d"`, `"abcdefgh%d"`, `"call_%d"`, c.mostly(`"call_%d|undefined"`,
		`"a.b c/%d"`, `"%d|"`, `"|fc_%d"`, `"x|y|z%d"`, `"`+strings.Repeat("long_", 20)+`%d|fc_`+strings.Repeat("9", 70)+`"`, `"call|ctc_%d"`,
		`"é%d"`, `%d`)), n)
}

// signature is one of some API, or none.
func (c *composer) signature(name string) string {
	switch c.IntN(3) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(`,%q:%s`, name, oneOf(c.Rand, `"RXJhQ0Nqd0JDQW==`+strings.Repeat("QUJD", 30)+`"`, `"QUJDRA=="`, `"reasoning_content"`, `"reasoning"`,
			`"msg_0123456789abcdef"`, `"{\"v\":1,\"id\":\"msg_1\",\"phase\":\"final_answer\"}"`, `"{\"v\":1,\"id\":\"m\",\"phase\":\"commentary\"}"`,
			`"{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":\"gAAAA`+strings.Repeat("a", 100)+`\"}"`,
			`"[{\"type\":\"reasoning.text\",\"text\":\"hm\",\"index\":0}]"`, `"{\"type\":\"reasoning.encrypted\",\"id\":\"toolu_1\",\"data\":\"x\"}"`))
	default:
		return c.mostly("", fmt.Sprintf(`,%q:%s`, name, oneOf(c.Rand, `""`, `"{"`, `"null"`, `"{}"`, `"[]"`, `"7"`, `" "`, `7`, `null`, `"sig\ud83d"`,
			`"{\"v\":1}"`, `"{\"v\":1,\"id\":7}"`, `"{\"v\":1,\"id\":\"`+strings.Repeat("m", 80)+`\"}"`, `"{\"type\":\"reasoning\"}"`, `"skip_thought_signature_validator"`)))
	}
}
