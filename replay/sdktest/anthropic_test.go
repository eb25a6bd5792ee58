package sdktest

import (
	"context"
	"errors"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
)

type anthropicTalk struct {
	client anthropic.Client
	params anthropic.MessageNewParams
}

func beginAnthropic(_ *testing.T, address string) talk {
	return &anthropicTalk{
		client: anthropic.NewClient(option.WithBaseURL(address), option.WithAPIKey("none"), option.WithMaxRetries(0)),
		params: anthropic.MessageNewParams{
			Model: "claude-sonnet-4-5", MaxTokens: 4096,
			Thinking: anthropic.ThinkingConfigParamOfEnabled(1024),
			Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("How many words?"))},
			Tools: []anthropic.ToolUnionParam{anthropic.ToolUnionParamOfTool(anthropic.ToolInputSchemaParam{
				Properties: map[string]any{"path": map[string]any{"type": "string"}},
			}, "read")},
		},
	}
}

func (a *anthropicTalk) ask(ctx context.Context, stream bool) (answer, error) {
	message, err := a.message(ctx, stream)
	if err != nil {
		return answer{}, err
	}
	a.params.Messages = append(a.params.Messages, message.ToParam())
	got := answer{stop: string(message.StopReason), usage: replay.Usage{
		Input: int(message.Usage.InputTokens), Output: int(message.Usage.OutputTokens),
		CacheRead: int(message.Usage.CacheReadInputTokens), CacheWrite: int(message.Usage.CacheCreationInputTokens),
	}}
	for _, block := range message.Content {
		switch b := block.AsAny().(type) {
		case anthropic.ThinkingBlock:
			got.thinking += b.Thinking
		case anthropic.TextBlock:
			got.text += b.Text
		case anthropic.ToolUseBlock:
			got.call, got.tool, got.arguments = b.ID, b.Name, string(b.Input)
		}
	}
	return got, nil
}

func (a *anthropicTalk) message(ctx context.Context, stream bool) (*anthropic.Message, error) {
	if !stream {
		return a.client.Messages.New(ctx, a.params)
	}
	events := a.client.Messages.NewStreaming(ctx, a.params)
	defer events.Close()
	message := &anthropic.Message{}
	for events.Next() {
		if err := message.Accumulate(events.Current()); err != nil {
			return nil, err
		}
	}
	return message, events.Err()
}

func (a *anthropicTalk) result(call, _, text string) {
	a.params.Messages = append(a.params.Messages, anthropic.NewUserMessage(anthropic.NewToolResultBlock(call, text, false)))
}

func (a *anthropicTalk) refusal(err error) refusal {
	var refused *anthropic.Error
	if !errors.As(err, &refused) || refused.RequestID == "" {
		return refusal{}
	}
	return refusal{refused.StatusCode, gjson.Get(refused.RawJSON(), "error.type").Str, gjson.Get(refused.RawJSON(), "error.message").Str}
}
