package mistral

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

type object = map[string]any

// refuse words a refusal as the service does: faults of the schema are listed
// with their places, others are one sentence.
func refuse(v *contract.Violation, _ int) contract.Response {
	r := contract.Response{Status: v.Clause.Status, Header: map[string]string{"content-type": "application/json"}}
	kind := cmp.Or(v.Clause.Type, "invalid_request_error")
	if r.Status == 422 {
		r.Body = encode(object{"detail": []any{struct {
			Type string `json:"type"`
			Loc  []any  `json:"loc"`
			Msg  string `json:"msg"`
		}{kind, location(v), v.Message}}})
		return r
	}
	var code *string
	if v.Code != "" {
		code = &v.Code
	}
	r.Status = cmp.Or(r.Status, 400)
	r.Body = encode(struct {
		Object  string  `json:"object"`
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	}{"error", v.Message, kind, nil, code})
	return r
}

// location words a place as the framework of the service does: the steps from the
// body on, behind the number of a message its role, and what is missing there.
func location(v *contract.Violation) []any {
	loc := []any{"body"}
	steps := strings.Split(string(v.Pointer), "/")[1:]
	for i, step := range steps {
		n, err := strconv.Atoi(step)
		if err != nil {
			loc = append(loc, step)
			continue
		}
		loc = append(loc, n)
		if i == 1 && steps[0] == "messages" && roles.Number(v.Param) != js.Other {
			loc = append(loc, v.Param)
		}
	}
	if v.Code != "" {
		loc = append(loc, v.Code)
	}
	return loc
}

// encode cannot meet a value that is no JSON.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("mistral: " + err.Error())
	}
	return b
}
