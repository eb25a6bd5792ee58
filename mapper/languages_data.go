package mapper

// dataLanguages are data, markup, configuration and the like.
var dataLanguages = []*Language{
	{Name: "JSON", Extensions: []string{".json", ".jsonc", ".json5", ".geojson", ".ipynb", ".webmanifest", ".har", ".avsc"},
		Names: []string{".babelrc", ".eslintrc", ".prettierrc", "composer.lock", "pipfile.lock", "flake.lock", "deno.lock"}, sniff: isJSON, scan: scanJSON},
	{Name: "Markdown", Extensions: []string{".md", ".mdx", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd"}, scan: scanMarkdown},
	{Name: "YAML", Extensions: []string{".yml", ".yaml"}, Names: []string{".clang-format", ".clang-tidy"}, sniff: isYAML, scan: scanYAML},
	{Name: "SQL", Extensions: []string{".sql", ".ddl", ".pgsql", ".psql", ".plsql", ".pls", ".pkb", ".pks"}, scan: scanSQL},
	{Name: "TOML", Extensions: []string{".toml"}, Names: []string{"cargo.lock", "poetry.lock", "pipfile", "uv.lock", "pdm.lock"}, scan: scanTOML},
	{Name: "INI", Extensions: []string{".ini", ".cfg", ".conf", ".properties", ".env", ".editorconfig", ".gitconfig", ".desktop", ".service", ".reg"},
		Names: []string{".env.*", ".npmrc", ".gitmodules", ".flake8", ".pylintrc", ".coveragerc"}, scan: scanINI},
	{Name: "CSV", Extensions: []string{".csv", ".tsv", ".psv", ".tab"}, scan: scanCSV},
	{Name: "JSON Lines", Extensions: []string{".jsonl", ".ndjson"}, sniff: isSession, scan: scanJSONL},
	{Name: "HTML", Extensions: []string{".html", ".htm", ".xhtml", ".ejs", ".hbs", ".njk", ".jinja", ".jinja2", ".erb"}, sniff: isHTML, scan: scanHTML},
	{Name: "Vue", Extensions: []string{".vue"}, scan: scanHTML},
	{Name: "Svelte", Extensions: []string{".svelte", ".astro"}, scan: scanHTML},
	{Name: "XML", Extensions: []string{".xml", ".xsd", ".xsl", ".xslt", ".svg", ".plist", ".csproj", ".props", ".targets", ".pom", ".wsdl", ".rss", ".atom", ".xaml", ".resx",
		".storyboard", ".xib", ".iml", ".kml", ".gpx", ".rng"}, sniff: isXML, scan: scanXML},
	{Name: "CSS", Extensions: []string{".css"}, scan: scanCSS},
	{Name: "SCSS", Extensions: []string{".scss"}, scan: scanCSS},
	{Name: "Less", Extensions: []string{".less"}, scan: scanCSS},
	{Name: "Makefile", Extensions: []string{".mk", ".mak", ".make"}, Names: []string{"makefile", "gnumakefile", "makefile.*"}, Commands: []string{"make"}, scan: scanMake},
	{Name: "Dockerfile", Extensions: []string{".dockerfile"}, Names: []string{"dockerfile", "dockerfile.*", "containerfile"}, scan: scanDocker},
}
