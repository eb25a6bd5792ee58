package completions

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// The envelopes in which the relatives of the service refuse. The texts of
// clauses that are not theirs stay those of OpenAI: how a relative words a fault
// that nobody has published is not known.

func enveloped(v *contract.Violation, n int, body any) contract.Response {
	r := contract.Response{
		Status: v.Clause.Status, Body: encode(body),
		Header: map[string]string{"content-type": "application/json", "x-request-id": requestID(n)},
	}
	if r.Status == 0 {
		r.Status = 400
	}
	return r
}

func kindOr(v *contract.Violation, other string) string {
	if v.Clause.Type != "" {
		return v.Clause.Type
	}
	return other
}

// refuseAsMistral has two envelopes: faults of the schema are found by another
// layer, before the sentences of Mistral's own.
func refuseAsMistral(v *contract.Violation, n int) contract.Response {
	if strings.HasPrefix(v.Clause.ID, "openai-chat/") {
		loc := []string{"body"}
		for _, step := range strings.Split(strings.TrimPrefix(string(v.Pointer), "/"), "/") {
			if step != "" {
				loc = append(loc, step)
			}
		}
		r := enveloped(v, n, object{"detail": []object{{"type": "value_error", "loc": loc, "msg": v.Message}}})
		r.Status = 422
		return r
	}
	return enveloped(v, n, object{
		"object": "error", "message": v.Message, "type": kindOr(v, "invalid_request_error"), "param": nil,
		"code": orNull(v.Code),
	})
}

func refuseAsDeepSeek(v *contract.Violation, n int) contract.Response {
	return enveloped(v, n, object{"error": object{
		"message": v.Message, "type": kindOr(v, "invalid_request_error"), "param": nil, "code": "invalid_request_error",
	}})
}

func refuseAsGroq(v *contract.Violation, n int) contract.Response {
	return enveloped(v, n, object{"error": object{"message": v.Message, "type": kindOr(v, "invalid_request_error")}})
}

// refuseAsCerebras leaves out the body where the service does.
func refuseAsCerebras(v *contract.Violation, n int) contract.Response {
	if v.Clause.Text == noBody {
		r := enveloped(v, n, nil)
		r.Body = nil
		return r
	}
	return enveloped(v, n, object{
		"message": v.Message, "type": kindOr(v, "invalid_request_error"), "param": v.Param, "code": "wrong_api_format",
	})
}

func refuseAsXAI(v *contract.Violation, n int) contract.Response {
	return enveloped(v, n, object{"code": "Client specified an invalid argument", "error": v.Message})
}

// refuseAsOpenRouter holds the whole answer of the service behind it as a string,
// unless it refuses by itself.
func refuseAsOpenRouter(v *contract.Violation, n int) contract.Response {
	if strings.HasPrefix(v.Clause.ID, "openrouter/") {
		return enveloped(v, n, object{"error": object{"message": v.Message, "code": 400}, "user_id": "user_pi_fix"})
	}
	upstream := refuse(v, n)
	r := enveloped(v, n, object{
		"error": object{
			"message": "Provider returned error", "code": upstream.Status,
			"metadata": object{"raw": string(upstream.Body), "provider_name": "OpenAI"},
		},
		"user_id": "user_pi_fix",
	})
	return r
}

// interruptAsOpenRouter is the chunk that tells that the service behind it failed in
// the middle of an answer (https://openrouter.ai/docs/api-reference/streaming).
func interruptAsOpenRouter(n, _ int) []byte {
	return []byte("data: " + string(encode(object{
		"id": chatID(n), "object": "chat.completion.chunk", "created": 1, "provider": "OpenAI",
		"error":   object{"code": 502, "message": "Provider returned error"},
		"choices": []object{{"index": 0, "delta": object{"content": ""}, "finish_reason": "error"}},
	})) + "\n\n")
}

func refuseAsZai(v *contract.Violation, n int) contract.Response {
	code := v.Code
	if strings.HasPrefix(v.Clause.ID, "openai-chat/") {
		code = "1214"
	}
	return enveloped(v, n, object{"error": object{"code": code, "message": v.Message}})
}

func refuseAsCopilot(v *contract.Violation, n int) contract.Response {
	return enveloped(v, n, object{"error": object{"message": v.Message, "code": "invalid_request_body"}})
}
