package sessionlog

import (
	"bytes"
	"fmt"
)

// Settings is the model that a resume of a leaf uses.
type Settings struct {
	Provider, Model string
	API             string // of the last assistant turn of that model; "" when unknown
}

// Settings returns the model of a leaf: the last model_change or assistant turn
// on the whole branch, also before a compaction. The error is one of reading.
func (l *Log) Settings(leaf int) (Settings, error) { return NewModels(l).Of(leaf) }

// Models finds the models of leaves. It remembers what it found and what it looked for in
// vain, so that many leaves cost what they have apart.
type Models struct {
	log   *Log
	known map[modelAt]Settings
}

// modelAt asks what a branch that ends in a line says of a model, or which model it names.
type modelAt struct {
	line            int
	provider, model string
}

// remembered is how many lines next to a leaf are remembered, and how many may go by from
// there on until the next one is.
const remembered = 16

// NewModels returns what finds models in a log.
func NewModels(l *Log) *Models { return &Models{l, map[modelAt]Settings{}} }

// Of returns the model of a leaf, as [Log.Settings] does.
func (m *Models) Of(leaf int) (s Settings, err error) {
	var trail []modelAt
	met := 0
	for i := leaf; i >= 0 && met <= len(m.log.recs); i = m.log.Parent(i) {
		at := modelAt{i, s.Provider, s.Model}
		if found, ok := m.known[at]; ok {
			s = found
			break
		}
		met++ // a cycle ends here
		if met <= remembered || met%remembered == 0 {
			trail = append(trail, at)
		}
		if err = m.read(i, &s); err != nil {
			return s, err
		}
		if s.API != "" {
			break
		}
	}
	for _, at := range trail {
		m.known[at] = s
	}
	return s, nil
}

// read takes in what a line says of the model that is looked for.
func (m *Models) read(line int, s *Settings) error {
	assistant := m.log.Kind(line) == KindMessage && m.log.Role(line) == RoleAssistant
	if !assistant && (m.log.Kind(line) != KindModelChange || s.Model != "") {
		return nil
	}
	e, err := m.log.Entry(line)
	if err != nil {
		return fmt.Errorf("read line %d: %w", line+1, err)
	}
	if !assistant {
		s.Provider, s.Model = e.Get("provider").String(), e.Get("modelId").String()
		return nil
	}
	if s.Model != "" && !bytes.Contains(e.Raw, []byte(s.Model)) {
		return nil // most turns are of another model, or none is, and long
	}
	of := e.Turn().Settings
	if s.Model == "" {
		s.Provider, s.Model = of.Provider, of.Model
	}
	if of.Provider == s.Provider && of.Model == s.Model {
		s.API = of.API
	}
	return nil
}
