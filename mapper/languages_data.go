package mapper

// dataLanguages are data, markup, configuration and the like.
var dataLanguages = []*Language{
	{Name: "JSON", Extensions: []string{".json", ".jsonc", ".json5", ".geojson", ".ipynb", ".webmanifest", ".har", ".avsc"},
		Names: []string{".babelrc", ".eslintrc", ".prettierrc", "composer.lock", "pipfile.lock", "flake.lock", "deno.lock"}, sniff: isJSON, scan: scanJSON},
	{Name: "Markdown", Extensions: []string{".md", ".mdx", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd"}, scan: scanMarkdown},
	{Name: "YAML", Extensions: []string{".yml", ".yaml"}, Names: []string{".clang-format", ".clang-tidy"}, sniff: isYAML, scan: scanYAML},
	{Name: "SQL", Extensions: []string{".sql", ".ddl", ".pgsql", ".psql", ".plsql", ".pls", ".pkb", ".pks"}, scan: scanSQL},
}
