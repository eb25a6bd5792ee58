package mapper

import "slices"

// Languages are all that are recognised. Where two share an extension the first one
// counts.
var Languages = slices.Concat(codeLanguages, dataLanguages)

var codeLanguages = []*Language{
	{Name: "Go", Extensions: []string{".go"}, Aliases: []string{"golang"}, scan: scanGo},
	{Name: "Python", Extensions: []string{".py", ".pyw", ".pyi"}, Names: []string{"sconstruct", "sconscript"},
		Commands: []string{"python", "pypy"}, scan: scanPython},
	{Name: "TypeScript", Extensions: []string{".ts", ".tsx", ".mts", ".cts"}, Commands: []string{"deno", "ts-node", "tsx"}, scan: scanScript},
	{Name: "JavaScript", Extensions: []string{".js", ".jsx", ".mjs", ".cjs"}, Commands: []string{"node", "bun"}, scan: scanScript},
	{Name: "C++", Extensions: []string{".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hxx", ".hh", ".h++", ".h", ".ipp", ".inl", ".tpp", ".cu", ".cuh", ".ino"},
		Aliases: []string{"cplusplus"}, scan: scanC},
	{Name: "C", Extensions: []string{".c"}, scan: scanC},
	{Name: "Rust", Extensions: []string{".rs"}, Commands: []string{"rust-script"}, Aliases: []string{"rs"}, scan: scanRust},
	{Name: "Kotlin", Extensions: []string{".kt", ".kts"}, scan: scanKotlin},
	{Name: "Swift", Extensions: []string{".swift"}, Commands: []string{"swift"}, scan: scanSwift},
	{Name: "Scala", Extensions: []string{".scala", ".sc", ".sbt"}, Commands: []string{"scala"}, scan: scanScala},
	{Name: "PHP", Extensions: []string{".php", ".phtml", ".php5", ".inc"}, Commands: []string{"php"}, scan: scanPHP},
	{Name: "Java", Extensions: []string{".java"}, scan: scanJava},
	{Name: "C#", Extensions: []string{".cs", ".csx"}, Aliases: []string{"csharp"}, scan: scanCSharp},
	{Name: "Dart", Extensions: []string{".dart"}, Commands: []string{"dart"}, scan: scanDart},
	{Name: "Ruby", Extensions: []string{".rb", ".rake", ".gemspec", ".ru"}, Names: []string{"rakefile", "gemfile", "vagrantfile", "podfile", "fastfile"},
		Commands: []string{"ruby"}, scan: scanRuby},
	{Name: "Lua", Extensions: []string{".lua"}, Commands: []string{"lua", "luajit"}, scan: scanLua},
	{Name: "Shell", Extensions: []string{".sh", ".bash", ".zsh", ".ksh"}, Names: []string{".bashrc", ".zshrc", ".profile", ".bash_profile", ".bash_aliases"},
		Commands: []string{"sh", "bash", "zsh", "dash", "ksh", "ash"}, Aliases: []string{"bash"}, scan: scanShell},
	{Name: "Zig", Extensions: []string{".zig", ".zon"}, scan: scanZig},
	{Name: "Elixir", Extensions: []string{".ex", ".exs"}, Commands: []string{"elixir"}, scan: scanElixir},
	{Name: "Perl", Extensions: []string{".pl", ".pm", ".t", ".psgi", ".plx"}, Names: []string{"cpanfile"}, Commands: []string{"perl"}, scan: scanPerl},
	{Name: "PowerShell", Extensions: []string{".ps1", ".psm1", ".psd1"}, Commands: []string{"pwsh"}, scan: scanPowerShell},
	{Name: "Groovy", Extensions: []string{".groovy", ".gradle", ".gvy"}, Names: []string{"jenkinsfile"}, Commands: []string{"groovy"}, scan: scanGroovy},
	{Name: "Julia", Extensions: []string{".jl"}, Commands: []string{"julia"}, scan: scanJulia},
	{Name: "Solidity", Extensions: []string{".sol"}, scan: scanSolidity},
	{Name: "Objective-C", Extensions: []string{".m", ".mm"}, Aliases: []string{"objc"}, scan: scanObjC},
	{Name: "Erlang", Extensions: []string{".erl", ".hrl", ".escript"}, Commands: []string{"escript"}, scan: scanErlang},
	{Name: "fish", Extensions: []string{".fish"}, Commands: []string{"fish"}, scan: scanFish},
	{Name: "Starlark", Extensions: []string{".bzl", ".star"}, scan: scanPython},
	{Name: "Crystal", Extensions: []string{".cr"}, Commands: []string{"crystal"}, scan: scanRuby},
	{Name: "R", Extensions: []string{".r"}, Commands: []string{"Rscript"}, scan: scanR},
}
