import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { buildStamp } from "./buildStamp.mjs";
import { installArguments, isBuiltArchive } from "./builtArchive.mjs";
import { withLock } from "./lock.mjs";
import { runPnpm } from "./pnpm.mjs";
import { Refusal } from "./refusal.mjs";

const SHOWN_LINES = 40;

/** A hash of the files that decide which packages are installed. */
export function installStamp(root) {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}-${process.versions.modules}`);
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) hash.update(fs.readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

/** Turns pnpm's event lines into "412 of 786 packages", and keeps its error messages. */
export function installReport() {
  let resolved = 0;
  let imported = 0;
  let added = 0;
  const complaints = [];
  return {
    complaints,
    read(line) {
      let event;
      try {
        event = JSON.parse(line);
      } catch {
        if (line.trim()) complaints.push(line);
        return "";
      }
      if (event.name === "pnpm:progress" && event.status === "resolved") resolved++;
      if (event.name === "pnpm:progress" && event.status === "imported") imported++;
      if (event.name === "pnpm:stats" && event.added) added = event.added;
      if (event.level === "error") complaints.push(event.err?.message ?? event.message ?? event.msg ?? line);
      const total = added || resolved;
      return total > 0 ? `${Math.min(imported, total)} of ${total} packages` : "";
    },
  };
}

/** Reads turbo's lines: how many packages were built, and the name of the newest. */
export function buildReport() {
  const seen = new Set();
  const done = new Set();
  return {
    read(line) {
      const match = /^(?:\S+ )?(@balcao\/[\w-]+):build: ?(.*)$/.exec(line);
      if (!match) return "";
      const [, name = "", text = ""] = match;
      seen.add(name);
      if (text.startsWith("cache hit")) done.add(name);
      return `${seen.size} packages, now ${name.replace("@balcao/", "")}${done.size > 0 ? `, ${done.size} unchanged` : ""}`;
    },
  };
}

async function install(root, { progress, signal }) {
  const stampFile = path.join(root, "node_modules", ".balcao-installed");
  const stamp = installStamp(root);
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === stamp) return;
  // The stamp is removed before the first change, so that an interrupted install is repeated.
  fs.rmSync(stampFile, { force: true });
  const report = installReport();
  const { code } = await progress.step("Installing packages", (update) =>
    runPnpm(root, installArguments(root), {
      signal,
      onLine: (line) => {
        const text = report.read(line);
        if (text) update(text);
      },
    }),
  );
  if (code !== 0) {
    throw new Refusal(
      "The packages could not be installed.",
      "Check the network and the npm registry (npm ping), then start again: it goes on where it stopped.",
      report.complaints.slice(-SHOWN_LINES),
    );
  }
  fs.writeFileSync(stampFile, stamp);
}

async function build(root, { progress, signal }) {
  const stampFile = path.join(root, ".turbo", "built");
  const before = buildStamp(root);
  const stamp = fs.existsSync(stampFile) ? fs.readFileSync(stampFile, "utf8") : "";
  if (stamp === `${before.sources} ${before.built}`) return;
  const report = buildReport();
  const args = ["exec", "turbo", "run", "build", "--output-logs=full", "--log-order=stream", "--no-color"];
  const { code, lines } = await progress.step("Building", (update) =>
    runPnpm(root, args, {
      signal,
      onLine: (line) => {
        const text = report.read(line);
        if (text) update(text);
      },
    }),
  );
  if (code !== 0)
    throw new Refusal(
      "The build failed.",
      "The lines above say where. In an unchanged checkout, delete node_modules and start again.",
      lines.slice(-SHOWN_LINES),
    );
  const after = buildStamp(root);
  // No stamp when sources changed during the build, because it may lack the changes.
  if (after.sources === before.sources) fs.writeFileSync(stampFile, `${after.sources} ${after.built}`);
}

/**
 * Installs the packages of the lockfile and builds every package, but in the built archive of a release nothing. Unchanged steps are skipped, and two commands in one
 * checkout wait for each other.
 */
export async function prepare(root, { progress, signal }) {
  try {
    fs.mkdirSync(path.join(root, ".turbo"), { recursive: true });
    fs.accessSync(root, fs.constants.W_OK);
  } catch (error) {
    throw new Refusal(
      `The folder ${root} cannot be written (${error.code}).`,
      "Start as the user who owns it, or clone it again as this user.",
    );
  }
  const onWait = (holder) => progress.say(`Waiting for process ${holder.pid}, which is preparing the same checkout …`);
  await withLock(
    path.join(root, ".turbo", "prepare.lock"),
    async () => {
      await install(root, { progress, signal });
      if (!isBuiltArchive(root)) await build(root, { progress, signal });
    },
    { signal, onWait },
  );
}
