package responses

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// refuse words a refusal as the service does: param and code are null when the
// clause has none. Codex has an envelope of its own for its own rules.
func refuse(v *contract.Violation, n int) contract.Response {
	if strings.HasPrefix(v.Clause.ID, "codex/") {
		return refusal(v, n, object{"detail": v.Message})
	}
	return refusal(v, n, object{"error": envelope{v.Message, kind(v), orNull(v.Param), orNull(v.Code)}})
}

// refuseDeepSeek leaves param empty where the others have null.
func refuseDeepSeek(v *contract.Violation, n int) contract.Response {
	return refusal(v, n, object{"error": envelope{v.Message, kind(v), &v.Param, orNull(cmp.Or(v.Code, kind(v)))}})
}

type envelope struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

func refusal(v *contract.Violation, n int, body object) contract.Response {
	return contract.Response{Status: cmp.Or(v.Clause.Status, 400), Header: header(n), Body: encode(body)}
}

func kind(v *contract.Violation) string { return cmp.Or(v.Clause.Type, "invalid_request_error") }

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func header(n int) map[string]string {
	return map[string]string{"content-type": "application/json", "x-request-id": fmt.Sprintf("req_%024d", n)}
}
