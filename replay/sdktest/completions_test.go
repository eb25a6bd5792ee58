package sdktest

import (
	"context"
	"errors"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/pi-fix/pi-fix/replay"
)

type completionsTalk struct {
	client openai.Client
	params openai.ChatCompletionNewParams
}

func openaiClient(address string) openai.Client {
	return openai.NewClient(option.WithBaseURL(address+"/v1/"), option.WithAPIKey("none"), option.WithMaxRetries(0))
}

var readParameters = map[string]any{
	"type": "object", "properties": map[string]any{"path": map[string]any{"type": "string"}},
}

func beginCompletions(_ *testing.T, address string) talk {
	return &completionsTalk{openaiClient(address), openai.ChatCompletionNewParams{
		Model:    "gpt-4o",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("How many words?")},
		Tools: []openai.ChatCompletionToolUnionParam{
			openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{Name: "read", Parameters: readParameters}),
		},
	}}
}

func (c *completionsTalk) ask(ctx context.Context, stream bool) (answer, error) {
	completion, err := c.completion(ctx, stream)
	if err != nil {
		return answer{}, err
	}
	choice := completion.Choices[0]
	c.params.Messages = append(c.params.Messages, choice.Message.ToParam())
	details := completion.Usage.PromptTokensDetails
	got := answer{text: choice.Message.Content, stop: choice.FinishReason, usage: replay.Usage{
		Input: int(completion.Usage.PromptTokens - details.CachedTokens), Output: int(completion.Usage.CompletionTokens),
		CacheRead: int(details.CachedTokens),
	}}
	for _, call := range choice.Message.ToolCalls {
		got.call, got.tool, got.arguments = call.ID, call.Function.Name, call.Function.Arguments
	}
	return got, nil
}

func (c *completionsTalk) completion(ctx context.Context, stream bool) (*openai.ChatCompletion, error) {
	if !stream {
		return c.client.Chat.Completions.New(ctx, c.params)
	}
	params := c.params
	params.StreamOptions.IncludeUsage = openai.Bool(true)
	chunks := c.client.Chat.Completions.NewStreaming(ctx, params)
	defer chunks.Close()
	all := &openai.ChatCompletionAccumulator{}
	var usage openai.CompletionUsage
	for chunks.Next() {
		if !all.AddChunk(chunks.Current()) {
			return nil, errors.New("the SDK cannot add a chunk")
		}
		usage = chunks.Current().Usage
	}
	all.Usage = usage // the SDK adds the numbers up without their details
	return &all.ChatCompletion, chunks.Err()
}

func (c *completionsTalk) result(call, _, text string) {
	c.params.Messages = append(c.params.Messages, openai.ToolMessage(text, call))
}

func (c *completionsTalk) refusal(err error) refusal { return openaiRefusal(err) }

func openaiRefusal(err error) refusal {
	var refused *openai.Error
	if !errors.As(err, &refused) {
		return refusal{}
	}
	return refusal{refused.StatusCode, refused.Type, refused.Message}
}
