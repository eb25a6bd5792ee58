package sdktest

import (
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
)

// gathering makes a message of the events that tell it. The other SDKs do so by
// themselves.
type gathering struct {
	message types.Message
	stop    types.StopReason
	usage   *types.TokenUsage
	block   gatheredBlock // the present one
}

type gatheredBlock struct{ text, thought, signature, call, tool, input string }

func (g *gathering) add(event types.ConverseStreamOutput) error {
	switch e := event.(type) {
	case *types.ConverseStreamOutputMemberMessageStart:
		g.message.Role = e.Value.Role
	case *types.ConverseStreamOutputMemberContentBlockStart:
		start := e.Value.Start.(*types.ContentBlockStartMemberToolUse).Value
		g.block.call, g.block.tool = *start.ToolUseId, *start.Name
	case *types.ConverseStreamOutputMemberContentBlockDelta:
		return g.block.add(e.Value.Delta)
	case *types.ConverseStreamOutputMemberContentBlockStop:
		if n := int(*e.Value.ContentBlockIndex); n != len(g.message.Content) {
			return fmt.Errorf("block %d ends as block %d", len(g.message.Content), n)
		}
		block, err := g.block.whole()
		g.message.Content, g.block = append(g.message.Content, block), gatheredBlock{}
		return err
	case *types.ConverseStreamOutputMemberMessageStop:
		g.stop = e.Value.StopReason
	case *types.ConverseStreamOutputMemberMetadata:
		g.usage = e.Value.Usage
	default:
		return fmt.Errorf("unknown event %T", e)
	}
	return nil
}

func (b *gatheredBlock) add(delta types.ContentBlockDelta) error {
	switch d := delta.(type) {
	case *types.ContentBlockDeltaMemberText:
		b.text += d.Value
	case *types.ContentBlockDeltaMemberToolUse:
		b.input += *d.Value.Input
	case *types.ContentBlockDeltaMemberReasoningContent:
		switch d := d.Value.(type) {
		case *types.ReasoningContentBlockDeltaMemberText:
			b.thought += d.Value
		case *types.ReasoningContentBlockDeltaMemberSignature:
			b.signature += d.Value
		}
	default:
		return fmt.Errorf("unknown delta %T", d)
	}
	return nil
}

func (b gatheredBlock) whole() (types.ContentBlock, error) {
	switch {
	case b.call != "":
		var input any
		err := json.Unmarshal([]byte(b.input), &input)
		return &types.ContentBlockMemberToolUse{Value: types.ToolUseBlock{
			ToolUseId: &b.call, Name: &b.tool, Input: document.NewLazyDocument(input),
		}}, err
	case b.signature != "":
		return &types.ContentBlockMemberReasoningContent{Value: &types.ReasoningContentBlockMemberReasoningText{
			Value: types.ReasoningTextBlock{Text: aws.String(b.thought), Signature: aws.String(b.signature)},
		}}, nil
	}
	return &types.ContentBlockMemberText{Value: b.text}, nil
}
