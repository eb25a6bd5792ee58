// Makes the npm packages of a release from what GoReleaser has built:
//
//   node .github/npm/pack.mjs DIST
//
// It reads DIST/metadata.json and DIST/artifacts.json and writes one folder for each
// package below DIST/npm: @pi-fix/SYSTEM-PROCESSOR with a program; pi-fix, which starts
// the one that fits; and pi-fix-hook, the package for pi. It prints the folders in the
// order of their publication.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "..", "..");
const dist = process.argv[2] ?? "dist";
const read = (name) => JSON.parse(fs.readFileSync(path.join(dist, name), "utf8"));

// What Node calls the systems and processors of Go.
const systems = { linux: "linux", darwin: "darwin", windows: "win32" };
const processors = { amd64: "x64", arm64: "arm64" };

const { version } = read("metadata.json");
const common = {
  version,
  license: "MIT",
  homepage: "https://github.com/pi-fix/pi-fix#readme",
  repository: { type: "git", url: "git+https://github.com/pi-fix/pi-fix.git" },
};

function write(name, manifest, files) {
  const dir = path.join(dist, "npm", name);
  fs.rmSync(dir, { recursive: true, force: true });
  for (const [to, from] of Object.entries({ ...files, LICENSE: path.join(root, "LICENSE") })) {
    fs.mkdirSync(path.dirname(path.join(dir, to)), { recursive: true });
    fs.copyFileSync(from, path.join(dir, to));
    if (to.startsWith("bin/")) fs.chmodSync(path.join(dir, to), 0o755);
  }
  fs.writeFileSync(path.join(dir, "package.json"), JSON.stringify({ name, ...manifest, ...common }, null, 2) + "\n");
  console.log(dir);
}

const optionalDependencies = {};
for (const built of read("artifacts.json")) {
  if (built.type !== "Binary") continue;
  const os = systems[built.goos], cpu = processors[built.goarch];
  if (!os || !cpu) throw new Error(`${built.path}: Node has no name for ${built.goos}/${built.goarch}`);
  const name = `@pi-fix/${os}-${cpu}`;
  write(name, { description: `pi-fix for ${os} on ${cpu}`, os: [os], cpu: [cpu], preferUnplugged: true },
    { [`bin/pi-fix${os === "win32" ? ".exe" : ""}`]: built.path });
  optionalDependencies[name] = version;
}
if (Object.keys(optionalDependencies).length === 0) throw new Error(`${dist} holds no program`);

write("pi-fix", {
  description: "Repair damaged session logs of the coding agent pi",
  keywords: ["pi", "pi-coding-agent", "session", "repair", "jsonl"],
  bin: { "pi-fix": "pi-fix.js" },
  engines: { node: ">=18" },
  optionalDependencies,
}, { "pi-fix.js": path.join(here, "pi-fix.js"), "README.md": path.join(here, "README.md") });

const hook = path.join(root, "cmd/pi-fix/internal/hook/pi-package");
const manifest = JSON.parse(fs.readFileSync(path.join(hook, "package.json"), "utf8"));
write(manifest.name, { ...manifest, optionalDependencies },
  { "index.ts": path.join(hook, "index.ts"), "README.md": path.join(hook, "README.md") });
