package sdktest

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/pi-fix/pi-fix/replay"
)

type bedrockTalk struct {
	client   *bedrockruntime.Client
	messages []types.Message
}

func beginBedrock(_ *testing.T, address string) talk {
	client := bedrockruntime.New(bedrockruntime.Options{
		BaseEndpoint: &address, Region: "us-east-1", Retryer: aws.NopRetryer{}, HTTPClient: &http.Client{},
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "none", SecretAccessKey: "none"}, nil
		}),
	})
	return &bedrockTalk{client, []types.Message{{
		Role: types.ConversationRoleUser, Content: []types.ContentBlock{&types.ContentBlockMemberText{Value: "How many words?"}},
	}}}
}

var (
	claude      = aws.String("us.anthropic.claude-sonnet-4-5-20250929-v1:0")
	bedrockTool = &types.ToolConfiguration{Tools: []types.Tool{&types.ToolMemberToolSpec{Value: types.ToolSpecification{
		Name: aws.String("read"), InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(readParameters)},
	}}}}
)

func (b *bedrockTalk) ask(ctx context.Context, stream bool) (answer, error) {
	whole := b.whole
	if stream {
		whole = b.stream
	}
	message, stop, usage, err := whole(ctx)
	if err != nil {
		return answer{}, err
	}
	b.messages = append(b.messages, message)
	got := answer{stop: string(stop), usage: replay.Usage{
		Input: int(*usage.InputTokens), Output: int(*usage.OutputTokens),
		CacheRead: int(*usage.CacheReadInputTokens), CacheWrite: int(*usage.CacheWriteInputTokens),
	}}
	for _, block := range message.Content {
		switch block := block.(type) {
		case *types.ContentBlockMemberReasoningContent:
			thought, ok := block.Value.(*types.ReasoningContentBlockMemberReasoningText)
			if !ok || thought.Value.Signature == nil {
				return answer{}, errors.New("a thought without signature")
			}
			got.thinking += *thought.Value.Text
		case *types.ContentBlockMemberText:
			got.text += block.Value
		case *types.ContentBlockMemberToolUse:
			input, err := block.Value.Input.MarshalSmithyDocument()
			if err != nil {
				return answer{}, err
			}
			got.call, got.tool, got.arguments = *block.Value.ToolUseId, *block.Value.Name, string(input)
		}
	}
	return got, nil
}

func (b *bedrockTalk) whole(ctx context.Context) (types.Message, types.StopReason, *types.TokenUsage, error) {
	output, err := b.client.Converse(ctx, &bedrockruntime.ConverseInput{
		ModelId: claude, Messages: b.messages, ToolConfig: bedrockTool,
	})
	if err != nil {
		return types.Message{}, "", nil, err
	}
	return output.Output.(*types.ConverseOutputMemberMessage).Value, output.StopReason, output.Usage, nil
}

func (b *bedrockTalk) stream(ctx context.Context) (types.Message, types.StopReason, *types.TokenUsage, error) {
	output, err := b.client.ConverseStream(ctx, &bedrockruntime.ConverseStreamInput{
		ModelId: claude, Messages: b.messages, ToolConfig: bedrockTool,
	})
	if err != nil {
		return types.Message{}, "", nil, err
	}
	events := output.GetStream()
	defer events.Close()
	g := gathering{}
	for event := range events.Events() {
		if err := g.add(event); err != nil {
			return types.Message{}, "", nil, err
		}
	}
	if err := events.Err(); err != nil {
		return types.Message{}, "", nil, err
	}
	if g.usage == nil {
		return types.Message{}, "", nil, errors.New("the stream has no last event")
	}
	return g.message, g.stop, g.usage, nil
}

func (b *bedrockTalk) result(call, _, text string) {
	b.messages = append(b.messages, types.Message{Role: types.ConversationRoleUser, Content: []types.ContentBlock{
		&types.ContentBlockMemberToolResult{Value: types.ToolResultBlock{
			ToolUseId: &call, Content: []types.ToolResultContentBlock{&types.ToolResultContentBlockMemberText{Value: text}},
		}},
	}})
}

func (b *bedrockTalk) refusal(err error) refusal {
	var refused smithy.APIError
	var answered *smithyhttp.ResponseError
	if !errors.As(err, &refused) || !errors.As(err, &answered) {
		return refusal{}
	}
	return refusal{answered.HTTPStatusCode(), refused.ErrorCode(), refused.ErrorMessage()}
}
