package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestWorkspaceKnowsSecrets lists how files that hold keys are called.
func TestWorkspaceKnowsSecrets(t *testing.T) {
	for _, name := range []string{".env", ".env.local", ".ENV", ".env-prod", ".envrc", "prod.env", ".Env.Production", ".env.", "id_rsa", "id_ed25519", "ID_ED25519",
		"id_ecdsa.old", "server.pem", "server.PEM", "tls.key", "putty.ppk", ".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", "credentials",
		"credentials.json", "Credentials.csv", ".aws/credentials", ".aws/config", ".AWS/config", ".ssh/known_hosts", ".gnupg/x", ".kube/config",
		".docker/config.json", ".config/gcloud/x.db", ".git/config", "secrets.yaml", "terraform.tfstate", "environ", "vault.kdbx"} {
		if !looksSecret("/home/me/project/" + name) {
			t.Errorf("%s is read", name)
		}
	}
	for _, name := range []string{"environment.go", "keys.go", "secretary.txt", "env.go", "pem.md", "credentials_test.go", "id.go", "auth.go", ".github/workflows/ci.yml"} {
		if looksSecret("/home/me/project/" + name) {
			t.Errorf("%s is no secret", name)
		}
	}
}

// TestWorkspaceOfTheSystem: a session that says that it was made among the system's
// files gets none, also when a link leads there, and neither do files that are none.
func TestWorkspaceOfTheSystem(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have other such folders")
	}
	var f workspaceFlags
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/proc/self", link); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"/proc/self", link, "/etc", "/sys/kernel", "/dev"} {
		for _, name := range []string{"environ", "status", "hostname", "null", "passwd"} {
			if data, err := f.disk(dir, dir+"/"+name); err == nil {
				t.Errorf("%s/%s: %q", dir, name, data)
			}
		}
	}
	f.roots = []string{"/proc/self"} // somebody asks for it: what is no file has no size
	if data, err := f.disk("/nowhere", "/proc/self/status"); !errors.Is(err, errChanged) {
		t.Errorf("%q, %v", data, err)
	}
}

// TestWorkspaceOfAMovedProject: --root says where the files of a session are that was
// made elsewhere. Absolute paths in it count too.
func TestWorkspaceOfAMovedProject(t *testing.T) {
	dir, outside := project(t)
	f := workspaceFlags{roots: []string{dir}}
	for _, c := range []struct{ cwd, file, why string }{
		{"/home/somebody/gone", "/home/somebody/gone/a.go", ""},
		{"", "a.go", ""},
		{"/home/somebody/gone", "/home/somebody/other/a.go", "outside"},
		{"/home/somebody/gone", "/home/somebody/gone/.env", "secret"},
		{"", "../other/b.go", "outside"},
		{filepath.ToSlash(outside), filepath.ToSlash(filepath.Join(outside, "a.go")), "gone"}, // it is here, so nothing has moved
	} {
		data, err := f.disk(c.cwd, c.file)
		if c.why == "" && string(data) != "package a\n" || c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("%s in %q: %q, %v", c.file, c.cwd, data, err)
		}
	}
	f.secrets = []string{filepath.Join(dir, ".env")}
	if data, err := f.disk("/home/somebody/gone", "/home/somebody/gone/.env"); string(data) != "KEY=1\n" {
		t.Errorf("a secret that is named: %q, %v", data, err)
	}
}

// TestWorkspaceInARace swaps a file for links while it is read: neither what lies
// outside nor a secret ever comes out.
func TestWorkspaceInARace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links are made otherwise there")
	}
	dir, outside := project(t)
	name, next := filepath.Join(dir, "swapped.go"), filepath.Join(dir, "next")
	var swapping sync.WaitGroup
	swapping.Go(func() {
		for i := range 3000 {
			to := []string{"a.go", ".env", filepath.Join(outside, "b.go")}[i%3]
			if os.Symlink(to, next) != nil || os.Rename(next, name) != nil {
				return
			}
		}
	})
	var f workspaceFlags
	for range 1000 {
		if data, err := f.disk(dir, name); err == nil && string(data) != "package a\n" {
			t.Fatalf("%q was read", data)
		}
	}
	swapping.Wait()
}

// repository makes one with a commit of what the folder holds.
func repository(t *testing.T, dir string) func(args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	do := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=2025-01-01T00:00:00Z", "GIT_AUTHOR_DATE=2025-01-01T00:00:00Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	do("init", "-q")
	do("add", ".")
	do("commit", "-qm", "one")
	return do
}

func history(t *testing.T, dir, name string) committed {
	t.Helper()
	var f workspaceFlags
	return f.committed(t.Context(), new(sync.Map), filepath.ToSlash(dir), filepath.ToSlash(filepath.Join(dir, name)), "2026-01-01T00:00:00Z")
}

// TestWorkspaceRunsNothingOfARepository: whatever a repository configures.
func TestWorkspaceRunsNothingOfARepository(t *testing.T) {
	dir, _ := project(t)
	ran := filepath.Join(dir, "ran")
	write(t, filepath.Join(dir, ".gitattributes"), "* diff=evil filter=evil merge=evil\n")
	do := repository(t, dir)
	touch := "touch " + ran
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.gitProxy", "core.alternateRefsCommand", "diff.external", "diff.evil.textconv",
		"diff.evil.command", "filter.evil.smudge", "filter.evil.clean", "filter.evil.process", "gpg.program", "credential.helper", "uploadpack.packObjectsHook",
		"alias.rev-list", "alias.cat-file", "pager.rev-list", "pager.ls-tree"} {
		do("config", key, touch)
	}
	write(t, filepath.Join(dir, ".git", "hooks", "post-index-change"), "#!/bin/sh\n"+touch+"\n")
	if got := history(t, dir, "a.go"); string(got.data) != "package a\n" {
		t.Errorf("%q, %v", got.data, got.err)
	}
	// What it lacks it would have to fetch, by a command of its own.
	do("config", "core.repositoryformatversion", "1")
	do("config", "extensions.partialClone", "evil")
	do("config", "remote.evil.promisor", "true")
	do("config", "remote.evil.url", "ext::sh -c \""+touch+"\"")
	blob, err := exec.Command("git", "-C", dir, "-c", "core.fsmonitor=false", "rev-parse", "HEAD:a.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, ".git", "objects", string(blob[:2]), strings.TrimSpace(string(blob[2:])))); err != nil {
		t.Fatal(err)
	}
	if got := history(t, dir, "a.go"); got.err == nil {
		t.Errorf("%q was fetched", got.data)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a command of the repository was run")
	}
}

// TestWorkspaceOfBorrowedHistory: a folder can be laid out so that git reads another
// repository. A work tree that its repository knows is none of these.
func TestWorkspaceOfBorrowedHistory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links are made otherwise there")
	}
	victim, _ := project(t)
	do := repository(t, victim)
	linked := filepath.Join(t.TempDir(), "linked")
	do("worktree", "add", "-q", linked)
	if got := history(t, linked, "a.go"); string(got.data) != "package a\n" {
		t.Errorf("a linked work tree: %q, %v", got.data, got.err)
	}
	git := filepath.Join(victim, ".git")
	for name, lay := range map[string]func(dir string) error{
		"a file .git": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, ".git"), []byte("gitdir: "+git+"\n"), 0o600)
		},
		"a link .git":  func(dir string) error { return os.Symlink(git, filepath.Join(dir, ".git")) },
		"a common dir": func(dir string) error { return forge(dir, git, true) },
		"linked parts": func(dir string) error { return forge(dir, git, false) },
	} {
		dir := t.TempDir()
		if err := lay(dir); err != nil {
			t.Fatal(err)
		}
		if got := history(t, dir, "a.go"); got.err == nil {
			t.Errorf("%s: %q was read", name, got.data)
		}
	}
	write(t, filepath.Join(git, "objects", "info", "alternates"), filepath.Join(git, "objects")+"\n")
	if got := history(t, victim, "a.go"); !errors.Is(got.err, errBorrowed) {
		t.Errorf("alternates: %q, %v", got.data, got.err)
	}
}

// forge makes a repository of the parts of another one.
func forge(dir, git string, common bool) error {
	mine := filepath.Join(dir, ".git")
	if err := os.Mkdir(mine, 0o755); err != nil {
		return err
	}
	head, err := os.ReadFile(filepath.Join(git, "HEAD"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(mine, "HEAD"), head, 0o600); err != nil {
		return err
	}
	if common {
		return errors.Join(os.WriteFile(filepath.Join(mine, "commondir"), []byte(git+"\n"), 0o600),
			os.WriteFile(filepath.Join(mine, "gitdir"), []byte(mine+"\n"), 0o600))
	}
	return errors.Join(os.Symlink(filepath.Join(git, "objects"), filepath.Join(mine, "objects")), os.Symlink(filepath.Join(git, "refs"), filepath.Join(mine, "refs")))
}

// TestWorkspaceWithoutGit: neither a missing git nor a repository of somebody else is
// trouble.
func TestWorkspaceWithoutGit(t *testing.T) {
	dir, _ := project(t)
	repository(t, dir)
	if os.Getuid() == 0 {
		if err := errors.Join(os.Chown(dir, 12345, 12345), os.Chown(filepath.Join(dir, ".git"), 12345, 12345)); err != nil {
			t.Fatal(err)
		}
		t.Setenv("HOME", t.TempDir()) // it may trust every folder
		if got := history(t, dir, "a.go"); !errors.Is(got.err, errNoRepository) {
			t.Errorf("a repository of somebody else: %q, %v", got.data, got.err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if got := history(t, dir, "a.go"); !errors.Is(got.err, errNoGit) {
		t.Errorf("no git: %q, %v", got.data, got.err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}
