package sdktest

import (
	"context"
	"errors"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"

	"github.com/pi-fix/pi-fix/replay"
)

type responsesTalk struct {
	client openai.Client
	params responses.ResponseNewParams
	items  responses.ResponseInputParam
}

func beginResponses(_ *testing.T, address string) talk {
	return &responsesTalk{
		client: openaiClient(address),
		params: responses.ResponseNewParams{
			Model: "gpt-5.4", Store: openai.Bool(false),
			Include: []responses.ResponseIncludable{responses.ResponseIncludableReasoningEncryptedContent},
			Tools: []responses.ToolUnionParam{
				{OfFunction: &responses.FunctionToolParam{Name: "read", Parameters: readParameters, Strict: openai.Bool(false)}},
			},
		},
		items: responses.ResponseInputParam{
			responses.ResponseInputItemParamOfMessage("How many words?", responses.EasyInputMessageRoleUser),
		},
	}
}

func (r *responsesTalk) ask(ctx context.Context, stream bool) (answer, error) {
	r.params.Input.OfInputItemList = r.items
	response, err := r.response(ctx, stream)
	if err != nil {
		return answer{}, err
	}
	got := answer{text: response.OutputText(), stop: string(response.Status), usage: usageOf(response.Usage)}
	for _, item := range response.Output {
		switch item := item.AsAny().(type) {
		case responses.ResponseReasoningItem:
			for _, s := range item.Summary {
				got.thinking += s.Text
			}
			param := item.ToParam()
			r.items = append(r.items, responses.ResponseInputItemUnionParam{OfReasoning: &param})
		case responses.ResponseFunctionToolCall:
			got.call, got.tool, got.arguments = item.CallID, item.Name, item.Arguments
			param := item.ToParam()
			r.items = append(r.items, responses.ResponseInputItemUnionParam{OfFunctionCall: &param})
		case responses.ResponseOutputMessage:
			param := item.ToParam()
			r.items = append(r.items, responses.ResponseInputItemUnionParam{OfOutputMessage: &param})
		}
	}
	return got, nil
}

func usageOf(u responses.ResponseUsage) replay.Usage {
	read := u.InputTokensDetails.CachedTokens
	return replay.Usage{Input: int(u.InputTokens - read), Output: int(u.OutputTokens), CacheRead: int(read)}
}

// response takes the response from the last event of a stream. What the events
// before have told has to be the same.
func (r *responsesTalk) response(ctx context.Context, stream bool) (*responses.Response, error) {
	if !stream {
		return r.client.Responses.New(ctx, r.params)
	}
	events := r.client.Responses.NewStreaming(ctx, r.params)
	defer events.Close()
	var whole *responses.Response
	var text, arguments string
	for events.Next() {
		switch e := events.Current().AsAny().(type) {
		case responses.ResponseTextDeltaEvent:
			text += e.Delta
		case responses.ResponseFunctionCallArgumentsDeltaEvent:
			arguments += e.Delta
		case responses.ResponseCompletedEvent:
			whole = &e.Response
		}
	}
	if err := events.Err(); err != nil {
		return nil, err
	}
	if whole == nil {
		return nil, errors.New("the stream has no last event")
	}
	said := ""
	for _, item := range whole.Output {
		said += item.Arguments
	}
	if text != whole.OutputText() || arguments != said {
		return nil, errors.New("the deltas do not make the response")
	}
	return whole, nil
}

func (r *responsesTalk) result(call, _, text string) {
	r.items = append(r.items, responses.ResponseInputItemUnionParam{
		OfFunctionCallOutput: &responses.ResponseInputItemFunctionCallOutputParam{
			CallID: call, Output: responses.ResponseInputItemFunctionCallOutputOutputUnionParam{OfString: openai.String(text)},
		},
	})
}

func (r *responsesTalk) refusal(err error) refusal { return openaiRefusal(err) }
