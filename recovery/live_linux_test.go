package recovery

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

type process struct {
	comm, cmdline, cwd string
	pi                 bool
}

func seen(home, other string) []process {
	const cli = "/usr/lib/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js"
	return []process{
		{"pi\n", "pi\x00\x00\x00\x00", home, true},
		{"pi-rpc\n", "pi-rpc\x00\x00", home, true},
		{"node\n", "node\x00" + cli + "\x00-c\x00", home, true},
		{"MainThread\n", "/usr/bin/node\x00--no-warnings\x00/home/u/bin/pi\x00", home, true},
		{"bun\n", "bun\x00" + cli + "\x00", home, true},
		{"", "", home, false},
		{"pi\n", "pi\x00", other, false},
		{"node\n", "node\x00/srv/cli.js\x00", home, false},
		{"node\n", "node\x00server.js\x00" + cli + "\x00", home, false},
		{"vim\n", "vim\x00pi\x00", home, false},
		{"pip\n", "pip\x00install\x00", home, false},
		{"node\n", "node", home, false},
	}
}

func TestPiProcesses(t *testing.T) {
	proc, home, other := t.TempDir(), t.TempDir(), t.TempDir()
	typed := filepath.Join(other, "link-to-home")
	if err := os.Symlink(home, typed); err != nil {
		t.Fatal(err)
	}
	want := []int{}
	for i, tt := range seen(home, other) {
		pid := 1<<30 + i
		fakeProcess(t, filepath.Join(proc, strconv.Itoa(pid)), tt.comm, tt.cmdline, tt.cwd)
		if tt.pi {
			want = append(want, pid)
		}
	}
	if err := os.Mkdir(filepath.Join(proc, "1073741999"), 0o700); err != nil { // one that may not be read
		t.Fatal(err)
	}
	for _, cwd := range []string{home, typed} {
		if got := piProcesses(proc, cwd); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", cwd, got, want)
		}
	}
	for _, cwd := range []string{"", "/no/such/folder"} {
		if got := piProcesses(proc, cwd); len(got) > 0 {
			t.Errorf("%q: got %v", cwd, got)
		}
	}
	if got := piProcesses(filepath.Join(proc, "none"), home); len(got) > 0 {
		t.Errorf("without /proc: %v", got)
	}
}

func fakeProcess(t *testing.T, dir, comm, cmdline, cwd string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"comm": comm, "cmdline": cmdline} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(cwd, filepath.Join(dir, "cwd")); err != nil {
		t.Fatal(err)
	}
}
