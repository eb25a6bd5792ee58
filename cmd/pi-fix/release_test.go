package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// releaseHooks runs what the release runs before it builds, and returns the folder
// that it fills.
func releaseHooks(t *testing.T, version string) (dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("releases are made where there is a shell")
	}
	var config struct {
		Before struct{ Hooks []string }
	}
	readYAML(t, ".goreleaser.yaml", &config)
	if len(config.Before.Hooks) == 0 {
		t.Fatal("there are no hooks")
	}
	dir = filepath.Join(t.TempDir(), "release")
	for _, hook := range config.Before.Hooks {
		hook = strings.NewReplacer(".release/", dir+"/", "{{ .Version }}", version).Replace(hook)
		cmd := exec.Command("sh", "-ec", hook)
		cmd.Dir = filepath.Join("..", "..")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", hook, err, out)
		}
	}
	return dir
}

// TestRelease holds the files that a release has beside its programs to what the
// command line is, and its npm packages to what npm does with them.
func TestRelease(t *testing.T) {
	dir := releaseHooks(t, "9.8.7-rc.1")
	t.Run("files", func(t *testing.T) { releaseFiles(t, dir) })
	t.Run("npm", func(t *testing.T) { npmPackages(t, dir) })
}

func releaseFiles(t *testing.T, dir string) {
	z, err := gzip.NewReader(bytes.NewReader(readFile(t, filepath.Join(dir, "man", "pi-fix.1.gz"))))
	if err != nil {
		t.Fatal(err)
	}
	man, err := io.ReadAll(z)
	if err != nil || !strings.HasPrefix(string(man), `.TH PI-FIX 1 "" "pi-fix v9.8.7\-rc.1"`) {
		t.Errorf("the manual page: %v\n%.200s", err, man)
	}
	for _, c := range commandNames() {
		if c != "help" && !strings.Contains(string(man), `.SS "pi\-fix `+c) {
			t.Errorf("the manual page lacks %s", c)
		}
	}
	for name, mark := range map[string]string{
		"pi-fix.bash": "complete -o default -F __start_pi-fix pi-fix",
		"_pi-fix":     "#compdef pi-fix",
		"pi-fix.fish": "complete -c pi-fix",
		"pi-fix.ps1":  "Register-ArgumentCompleter -CommandName 'pi-fix'",
	} {
		if b := readFile(t, filepath.Join(dir, "completions", name)); !strings.Contains(string(b), mark) {
			t.Errorf("%s lacks %q", name, mark)
		}
	}
}

// distOf writes what the release hands to the maker of npm packages, with the
// programs by their systems and processors.
func distOf(t *testing.T, version string, programs map[string]string) (dist string) {
	t.Helper()
	type artifact struct {
		Path   string `json:"path"`
		GOOS   string `json:"goos,omitempty"`
		GOARCH string `json:"goarch,omitempty"`
		Type   string `json:"type"`
	}
	all := []artifact{{Path: "dist/checksums.txt", Type: "Checksum"}}
	for platform, path := range programs {
		system, processor, _ := strings.Cut(platform, "/")
		all = append(all, artifact{path, system, processor, "Binary"})
	}
	dist = t.TempDir()
	for name, v := range map[string]any{"metadata.json": map[string]string{"version": version}, "artifacts.json": all} {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dist, name), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dist
}

// npmPackages makes the packages, packs and installs them as the registry and npm
// would, and repairs a session through them.
func npmPackages(t *testing.T, release string) {
	if testing.Short() {
		realpitest.Skip(t, "npm is not run in short mode")
	}
	for _, name := range []string{"node", "npm", "npx"} {
		if _, err := exec.LookPath(name); err != nil {
			realpitest.Skip(t, "%v", err)
		}
	}
	dist := distOf(t, "9.8.7-rc.1", map[string]string{
		runtime.GOOS + "/" + runtime.GOARCH: filepath.Join(release, "pi-fix"),
		// npm passes over it without a word: that is what makes it optional.
		"windows/arm64": filepath.Join("..", "..", "LICENSE"),
	})
	dirs := strings.Fields(runIn(t, ".", "node", "../../.github/npm/pack.mjs", dist))
	if len(dirs) != 4 || filepath.Base(dirs[2]) != "pi-fix" || filepath.Base(dirs[3]) != "pi-fix-hook" {
		t.Fatalf("packages: %q", dirs)
	}
	t.Setenv("npm_config_offline", "true")
	t.Setenv("npm_config_update_notifier", "false")
	work := t.TempDir()
	pack := []string{"pack", "--silent"}
	for _, dir := range dirs {
		if dir, err := filepath.Abs(dir); err != nil {
			t.Fatal(err)
		} else if !strings.Contains(dir, "win32") {
			pack = append(pack, dir)
		}
	}
	// pi, too, installs packages without what stands beside them.
	install := []string{"install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", "--prefix", "."}
	for packed := range strings.FieldsSeq(runIn(t, work, "npm", pack...)) {
		install = append(install, "./"+packed)
	}
	runIn(t, work, "npm", install...)

	if out := runIn(t, work, "npx", "pi-fix", "--version"); out != "pi-fix v9.8.7-rc.1\n" {
		t.Errorf("the version is %q", out)
	}
	session := readFile(t, filepath.Join("..", "..", "testdata", "broken.jsonl"))
	if err := os.WriteFile(filepath.Join(work, "s.jsonl"), session, 0o666); err != nil {
		t.Fatal(err)
	}
	if out := runIn(t, work, "npx", "pi-fix", "s.jsonl"); !strings.Contains(out, "\nrepaired 5 of 5 findings") {
		t.Errorf("the repair: %s", out)
	}
	t.Run("hook", func(t *testing.T) { publishedHook(t, filepath.Join(work, "node_modules", "pi-fix-hook")) })
	t.Run("launcher", func(t *testing.T) { launcher(t, filepath.Join(work, "node_modules", "pi-fix")) })
}

// publishedHook runs the published package in pi, where nothing else of pi-fix is.
func publishedHook(t *testing.T, dir string) {
	h := newHookHome(t, hookVersions[1])
	h.env = append(h.env, "PATH="+t.TempDir())
	name := h.session("s.jsonl", orphanSession)
	out, errs, status := said(t, h.pi("--no-extensions", "-e", dir, "--session", name, "-p", "go on"))
	if status != 0 || out != "ok\n" || !strings.Contains(errs, "repaired in the request: ") {
		t.Errorf("status %d, %q\n%s", status, out, errs)
	}
	h.accepted(1)
}

// launcher holds the installed launcher to being what it starts: with the Node that
// is there, which may have to stand between, and one that gives way to the program.
func launcher(t *testing.T, dir string) {
	nodes := map[string]string{
		"node on PATH": "node",
		"node of pi":   realpitest.Pi(t, "1.5.2").Command(t.Context(), realpi.Home{Dir: t.TempDir()}, realpi.Model{}).Path,
	}
	script := filepath.Join(dir, "pi-fix.js")
	for title, node := range nodes {
		t.Run(title, func(t *testing.T) {
			cmd := exec.Command(node, script, "check", "-")
			cmd.Stdin = bytes.NewReader(readFile(t, filepath.Join("..", "..", "testdata", "broken.jsonl")))
			out, err := cmd.Output()
			if cmd.ProcessState.ExitCode() != exitLeft || !strings.Contains(string(out), "-:10: error: ") {
				t.Errorf("what comes in and goes out: %v\n%s", err, out)
			}
			launcherSignals(t, node, script)
		})
	}
	launcherTrouble(t, dir)
}

// launcherSignals ends a program that waits: the launcher hands the signal on, and
// does not end before the program.
func launcherSignals(t *testing.T, node, script string) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, node, script, "serve", "--port", "0")
		listens := make(firstWrite, 1)
		cmd.Stdout, cmd.WaitDelay = listens, 10*time.Second
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-listens:
		case <-ctx.Done():
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", signal, err)
		}
	}
}

// firstWrite tells of what is written to it.
type firstWrite chan struct{}

func (f firstWrite) Write(b []byte) (int, error) {
	select {
	case f <- struct{}{}:
	default:
	}
	return len(b), nil
}

// launcherTrouble takes the program away, and the platform.
func launcherTrouble(t *testing.T, dir string) {
	says := func(want string, args ...string) {
		t.Helper()
		cmd := exec.Command("node", args...)
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitTrouble || !strings.Contains(string(out), want) || !strings.Contains(string(out), "\npi-fix: next: ") {
			t.Errorf("status %d: %s", cmd.ProcessState.ExitCode(), out)
		}
	}
	script := filepath.Join(dir, "pi-fix.js")
	elsewhere := `Object.defineProperty(process, "platform", {value: "sunos"}); require(process.argv[1])`
	says("there is no program for sunos-", "-e", elsewhere, script)
	if err := os.RemoveAll(filepath.Join(dir, "..", "@pi-fix")); err != nil {
		t.Fatal(err)
	}
	says("npm install --include=optional pi-fix@9.8.7-rc.1", script)
}

// runIn runs a command and returns what it prints to standard output.
func runIn(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, e.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
