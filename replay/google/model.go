package google

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/pi-fix/pi-fix/replay/transcript"
)

// generation returns the number behind the name of a Gemini model, 0 for models
// of another name.
func generation(id string) int {
	rest, ok := strings.CutPrefix(strings.ToLower(id), "gemini-")
	if !ok {
		return 0
	}
	rest = strings.TrimPrefix(rest, "live-")
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// takesIDs reports whether pi sends the ids of calls to a model. Gemini before
// its third generation knows calls by their places only.
func takesIDs(id string, few bool) bool {
	return strings.HasPrefix(id, "claude-") || strings.HasPrefix(id, "gpt-oss-") || !few && generation(id) >= 3
}

// takesPictures reports whether a model takes pictures inside a response.
func takesPictures(id string) bool {
	n := generation(id)
	return n == 0 || n >= 3
}

// path returns the URL path that asks a model for a stream of events.
func path(model transcript.Model) (string, error) {
	id := model.ID
	if strings.Contains(id, "..") || strings.ContainsAny(id, "?&") {
		return "", &transcript.Failure{ID: "pi/model", Line: transcript.NoLine, Text: "invalid model parameter"}
	}
	owner, name, owned := strings.Cut(id, "/")
	switch {
	case model.API != VertexAPI && owned && (owner == "models" || owner == "tunedModels"):
	case model.API != VertexAPI:
		id = "models/" + id
	case owner == "publishers" || owner == "projects" || owner == "models":
	case owned:
		name, _, _ = strings.Cut(name, "/")
		id = "publishers/" + owner + "/models/" + name
	default:
		id = "publishers/google/models/" + id
	}
	if model.API == VertexAPI {
		id = "v1/" + id
	}
	return "/" + (&url.URL{Path: id + ":streamGenerateContent"}).EscapedPath() + "?alt=sse", nil
}
