#!/usr/bin/env node
// npm run release [-- --to FOLDER]: builds what a release consists of, from the commit that is checked out.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { BUILT } from "./infra/builtArchive.mjs";
import { prepare } from "./infra/prepare.mjs";
import { which } from "./infra/processes.mjs";
import { createProgress } from "./infra/progress.mjs";
import { describeFailure, Refusal } from "./infra/refusal.mjs";
import { notesOf } from "./release/notes.mjs";

const root = path.join(import.meta.dirname, "..");

const PLATFORMS = "linux/amd64,linux/arm64";
/** What the built archive leaves out: what is installed or made where it is unpacked. */
const LEFT_OUT = ["node_modules", ".git", ".turbo", "*.tsbuildinfo"];

function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status === 0) return stdout;
  const lines = (error?.message ?? stderr).split("\n").filter((line) => line.trim() !== "");
  throw new Refusal(
    `${program} ${args[0]} failed.`,
    "The lines above say why; the folder of the release is not complete.",
    lines.slice(-8),
  );
}

function assertClean(root) {
  const changed = run("git", ["status", "--porcelain"], root).trim();
  if (changed !== "")
    throw new Refusal(
      "Files of this checkout were changed.",
      "A release is made of a commit: commit or stash them.",
      changed.split("\n").slice(0, 10),
    );
}

/** Writes the digest of each file of the release, for `sha256sum -c`. */
function writeDigests(folder) {
  const names = fs
    .readdirSync(folder)
    .filter((name) => name !== "SHA256SUMS")
    .sort();
  const digests = names.map(
    (name) =>
      `${createHash("sha256")
        .update(fs.readFileSync(path.join(folder, name)))
        .digest("hex")}  ${name}\n`,
  );
  fs.writeFileSync(path.join(folder, "SHA256SUMS"), digests.join(""));
}

/** The images of api and worker for two architectures, where docker can build them; says so where it cannot. */
function makeImages({ checkout, folder, name, commit, progress }) {
  const docker = which("docker", []);
  const canBuild = docker && spawnSync(docker, ["buildx", "inspect", "--bootstrap"], { stdio: "ignore" }).status === 0;
  if (!canBuild)
    return progress.say("No image: this machine has no docker buildx that runs. The Dockerfile of the source archive builds them.");
  for (const target of ["api", "worker"]) {
    const output = `type=oci,dest=${path.join(folder, `${name}-${target}.oci.tar`)}`;
    run(
      docker,
      ["buildx", "build", "--platform", PLATFORMS, "--target", target, "--build-arg", `COMMIT=${commit}`, "--output", output, "."],
      checkout,
    );
  }
}

/**
 * Makes a release of the commit that is checked out, in a clone of its own: source and built archive, bill of materials, notes, images where they can be
 * built, and digests. `folder` must be empty or not exist. Throws Refusal.
 */
async function makeRelease({ root, folder, progress }) {
  assertClean(root);
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Refusal(`${folder} is not empty.`, "Name another folder with --to, or empty it.");
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const notes = notesOf(fs.readFileSync(path.join(root, "CHANGELOG.md"), "utf8"), version);
  if (notes === null) throw new Refusal(`CHANGELOG.md says nothing of ${version}.`, "Write what it changes, and commit it.");
  const commit = run("git", ["rev-parse", "HEAD"], root).trim();
  const name = `balcao-${version}`;
  const own = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-release-"));
  try {
    const checkout = path.join(own, name);
    run("git", ["clone", "--quiet", "--no-hardlinks", root, checkout], root);
    run("git", ["checkout", "--quiet", "--detach", commit], checkout);
    await prepare(checkout, { progress, signal: new AbortController().signal });
    fs.mkdirSync(folder, { recursive: true });
    run("git", ["archive", "--format=tar.gz", `--prefix=${name}/`, "-o", path.join(folder, `${name}-source.tar.gz`), commit], checkout);
    fs.writeFileSync(
      path.join(folder, `${name}-sbom.cdx.json`),
      run(process.execPath, [path.join(checkout, "scripts/sbom.mjs")], checkout),
    );
    fs.writeFileSync(path.join(folder, `${name}-notes.md`), notes);
    makeImages({ checkout, folder, name, commit, progress });
    fs.writeFileSync(path.join(checkout, BUILT), `${version} ${commit}\n`);
    for (const app of ["api", "worker"]) fs.writeFileSync(path.join(checkout, "apps", app, "commit"), `${commit}\n`);
    const exclude = LEFT_OUT.map((each) => `--exclude=${each}`);
    run("tar", [...exclude, "-czf", path.join(folder, `${name}.tar.gz`), "-C", own, name], own);
    writeDigests(folder);
    progress.say(`The release of ${commit.slice(0, 10)} is in ${folder}: ${fs.readdirSync(folder).join(", ")}.`);
  } finally {
    fs.rmSync(own, { recursive: true, force: true });
  }
}

try {
  const { values } = parseArgs({ options: { to: { type: "string", default: path.join(root, "release") } }, strict: true });
  await makeRelease({ root, folder: path.resolve(values.to), progress: createProgress() });
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
