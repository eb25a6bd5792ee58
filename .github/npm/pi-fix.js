#!/usr/bin/env node
// Becomes pi-fix: the program for this system and processor, which npm installed
// from an optional dependency of this package.
"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const tty = require("node:tty");
const { version, optionalDependencies } = require("./package.json");

const windows = process.platform === "win32";

// trouble ends with the status that pi-fix has for it.
function trouble(what, next) {
  console.error(`pi-fix: ${what}\npi-fix: next: ${next}`);
  process.exit(2);
}

function find() {
  const here = `${process.platform}-${process.arch}`;
  const name = `@pi-fix/${here}`;
  if (!(name in optionalDependencies)) {
    const there = Object.keys(optionalDependencies).map((n) => n.slice("@pi-fix/".length)).sort();
    trouble(`there is no program for ${here}, only for ${there.join(", ")}`,
      "build it with Go: go install github.com/pi-fix/pi-fix/cmd/pi-fix@latest");
  }
  try {
    const program = require.resolve(`${name}/bin/pi-fix${windows ? ".exe" : ""}`);
    fs.accessSync(program, fs.constants.X_OK);
    return program;
  } catch (e) {
    if (e.code !== "MODULE_NOT_FOUND") {
      trouble(e.message, `install it again: npm install pi-fix@${version}`);
    }
    // npm was told to omit it, or the folder comes from another system.
    trouble(`the package ${name} is not installed`,
      `install it on this system: npm install --include=optional pi-fix@${version}`);
  }
}

function run(program, args) {
  // From 22.15 on, Node can give way to the program, which then has the signals,
  // the terminal and the exit status to itself.
  if (process.execve && !windows) process.execve(program, [program, ...args], process.env);

  // A terminal tells the program itself; told twice, pi-fix ends at once. Whoever
  // has seen the program's first word may send a signal, so this comes before it.
  let child;
  const told = [0, 1, 2].some((fd) => tty.isatty(fd)) ? ["SIGINT", "SIGHUP"] : [];
  for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"]) {
    process.on(signal, () => told.includes(signal) || child.kill(signal));
  }
  child = spawn(program, args, { stdio: "inherit" });
  child.on("error", (e) => trouble(e.message, `install it again: npm install pi-fix@${version}`));
  child.on("exit", (status, signal) => {
    if (!signal) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

run(find(), process.argv.slice(2));
