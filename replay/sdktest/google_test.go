package sdktest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"google.golang.org/genai"

	"github.com/pi-fix/pi-fix/replay"
)

type googleTalk struct {
	client   *genai.Client
	contents []*genai.Content
}

const gemini = "gemini-3-pro-preview"

// beginGoogle speaks with the Gemini API or with Vertex.
func beginGoogle(backend genai.Backend) func(*testing.T, string) talk {
	return func(t *testing.T, address string) talk {
		client, err := genai.NewClient(t.Context(), &genai.ClientConfig{
			APIKey: "none", Backend: backend, HTTPOptions: genai.HTTPOptions{BaseURL: address},
		})
		if err != nil {
			t.Fatal(err)
		}
		return &googleTalk{client, genai.Text("How many words?")}
	}
}

func (g *googleTalk) ask(ctx context.Context, stream bool) (answer, error) {
	var got answer
	said := &genai.Content{Role: genai.RoleModel}
	for chunk, err := range g.chunks(ctx, stream) {
		if err != nil {
			return answer{}, err
		}
		candidate := chunk.Candidates[0]
		said.Parts = append(said.Parts, candidate.Content.Parts...)
		got.stop = string(candidate.FinishReason)
		u := chunk.UsageMetadata
		got.usage = replay.Usage{
			Input: int(u.PromptTokenCount - u.CachedContentTokenCount), Output: int(u.CandidatesTokenCount),
			CacheRead: int(u.CachedContentTokenCount),
		}
	}
	if got.stop == "" {
		return answer{}, errors.New("the stream has no last chunk")
	}
	g.contents = append(g.contents, said)
	for _, part := range said.Parts {
		switch {
		case part.Thought:
			got.thinking += part.Text
		case part.FunctionCall != nil:
			arguments, err := json.Marshal(part.FunctionCall.Args)
			if err != nil {
				return answer{}, err
			}
			got.call, got.tool, got.arguments = part.FunctionCall.ID, part.FunctionCall.Name, string(arguments)
		default:
			got.text += part.Text
		}
	}
	return got, nil
}

func (g *googleTalk) chunks(ctx context.Context, stream bool) func(func(*genai.GenerateContentResponse, error) bool) {
	config := &genai.GenerateContentConfig{
		ThinkingConfig: &genai.ThinkingConfig{IncludeThoughts: true},
		Tools: []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{
			{Name: "read", ParametersJsonSchema: readParameters},
		}}},
	}
	if stream {
		return g.client.Models.GenerateContentStream(ctx, gemini, g.contents, config)
	}
	return func(yield func(*genai.GenerateContentResponse, error) bool) {
		yield(g.client.Models.GenerateContent(ctx, gemini, g.contents, config))
	}
}

func (g *googleTalk) result(call, tool, text string) {
	part := genai.NewPartFromFunctionResponse(tool, map[string]any{"output": text})
	part.FunctionResponse.ID = call
	g.contents = append(g.contents, genai.NewContentFromParts([]*genai.Part{part}, genai.RoleUser))
}

func (g *googleTalk) refusal(err error) refusal {
	var refused genai.APIError
	if !errors.As(err, &refused) {
		return refusal{}
	}
	return refusal{refused.Code, strings.TrimSpace(refused.Status), refused.Message}
}
