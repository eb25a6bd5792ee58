package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// piOpen opens a session as pi does, with the newest pi that the tests installed and
// that can be imported.
func piOpen(session string) []string {
	cache, _ := os.UserCacheDir()
	found, _ := filepath.Glob(filepath.Join(cache, "pi-fix", "realpi", "pi-*", "node_modules", "*", "pi-coding-agent", "dist", "core", "session-manager.js"))
	node, _ := filepath.Glob(filepath.Join(cache, "pi-fix", "realpi", "node-*", "node_modules", "node-*", "bin", "node"))
	if len(found) == 0 {
		return []string{"pi (installed by go test ./replay/realpi)"}
	}
	program := "node"
	if len(node) > 0 {
		program = node[len(node)-1]
	}
	name := found[len(found)-1]
	for _, f := range found {
		if strings.Contains(f, "pi-0.87.1") { // the newest whose parts can be imported
			name = f
		}
	}
	script := "import(" + quote("file://"+name) + ").then(m => { const s = m.SessionManager.open(" + quote(session) + "); s.buildSessionContext() })"
	return []string{program, "--input-type=module", "-e", script}
}

// duckDB asks DuckDB for what a check needs of each line.
func duckDB(session string) []string {
	from := filepath.Join(filepath.Dir(session), "node_modules", "@duckdb", "node-api")
	if _, err := os.Stat(from); err != nil {
		return []string{"DuckDB (npm install --prefix " + filepath.Dir(session) + " @duckdb/node-api)"}
	}
	fields := []string{"$.type", "$.id", "$.parentId", "$.message.role", "$.message.toolCallId"}
	query := "select count(*), "
	for i, f := range fields {
		fields[i] = "count(json_extract_string(json, '" + f + "'))"
	}
	query += strings.Join(fields, ", ") + " from read_json_objects('" + filepath.ToSlash(session) + "', format='newline_delimited', maximum_object_size=67108864)"
	script := "const { DuckDBInstance } = require(" + quote(from) + "); DuckDBInstance.create(':memory:', { threads: '" + strconv.Itoa(runtime.NumCPU()) +
		"' }).then(db => db.connect()).then(db => db.runAndReadAll(" + quote(query) + ")).then(r => r.getRows())"
	return []string{"node", "-e", script}
}
