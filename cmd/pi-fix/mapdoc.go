package main

import "github.com/pi-fix/pi-fix/mapper"

// A mapDoc is the JSON form of a map. Lines are counted from 1, first and last are
// inclusive.
type mapDoc struct {
	File     string       `json:"file"`
	Language string       `json:"language"`
	Bytes    int          `json:"bytes"`
	Lines    int          `json:"lines"`
	Level    mapper.Level `json:"level"`      // of the text that fits the budget
	MapBytes int          `json:"map_bytes"`  // of that text
	Tokens   int          `json:"map_tokens"` // of that text, estimated
	Note     string       `json:"note,omitempty"`
	Imports  []string     `json:"imports"`
	Symbols  []symbolDoc  `json:"symbols"`
}

// A symbolDoc is one symbol. Head is the line where decorators or attributes before
// the declaration begin; From and To are bytes, in files whose lines are too long.
type symbolDoc struct {
	Name      string      `json:"name"`
	Kind      mapper.Kind `json:"kind"`
	Signature string      `json:"signature"`
	Doc       string      `json:"doc"`
	Modifiers []string    `json:"modifiers,omitempty"`
	Exported  bool        `json:"exported"`
	Head      int         `json:"head,omitempty"`
	First     int         `json:"first"`
	Last      int         `json:"last"`
	From      int         `json:"from,omitempty"`
	To        int         `json:"to,omitempty"`
	Children  []symbolDoc `json:"children"`
}

// mapDocument makes the JSON form; text is nil when the budget holds no map.
func mapDocument(name string, m *mapper.Map, text *mapper.Text) mapDoc {
	d := mapDoc{File: name, Language: m.Language, Bytes: m.Bytes, Lines: m.Lines, Note: m.Note,
		Imports: append([]string{}, m.Imports...), Symbols: symbolDocs(m.Symbols)}
	if text != nil {
		d.Level, d.MapBytes, d.Tokens = text.Level, len(text.Text), text.Tokens
	}
	return d
}

func symbolDocs(list []mapper.Symbol) []symbolDoc {
	docs := make([]symbolDoc, 0, len(list))
	for i := range list {
		s := &list[i]
		docs = append(docs, symbolDoc{Name: s.Name, Kind: s.Kind, Signature: s.Signature, Doc: s.Doc, Modifiers: s.Modifiers, Exported: s.Exported,
			Head: s.Head, First: s.First, Last: s.Last, From: s.From, To: s.To, Children: symbolDocs(s.Children)})
	}
	return docs
}
