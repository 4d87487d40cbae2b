import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const MIGRATIONS = "packages/database/src/migrations";
const PARTS = ["apps/api", "apps/worker", "packages", "scripts/testRun/native", "package.json"];

const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

/** The commit before the newest migration, or before the baseline; null where this checkout lacks it, as a shallow clone does. */
export function findPreviousVersion(): string | null {
  const later = readdirSync(path.join(ROOT, MIGRATIONS)).filter((file) => /^\d{4}-.*\.ts$/.test(file));
  // The file of the baseline has its name, and so changes with it.
  const newest = later.sort().at(-1) ?? "baseline.ts";
  const added = git("log", "-1", `--diff-filter=${later.length > 0 ? "A" : "AM"}`, "--format=%H", "--", `${MIGRATIONS}/${newest}`);
  const { status, stdout } = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${added}^`], { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/** Unpacks the sources of a commit, with the packages of this checkout beside them, and returns their folder. It is kept for the next run. */
export function unpackVersion(commit: string): string {
  const folder = path.join(tmpdir(), `balcao-previous-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft);
  execFileSync("tar", ["-x", "-C", draft], {
    input: execFileSync("git", ["archive", commit, ...PARTS], { cwd: ROOT, maxBuffer: 2 ** 30 }),
  });
  // Links between packages are relative, so they lead to the unpacked ones.
  symlinkSync(path.join(ROOT, "node_modules"), path.join(draft, "node_modules"));
  for (const name of git("ls-tree", "--name-only", commit, "packages/", "apps/api", "apps/worker").split("\n")) {
    const links = path.join(ROOT, name, "node_modules");
    if (existsSync(links)) cpSync(links, path.join(draft, name, "node_modules"), { recursive: true, verbatimSymlinks: true });
  }
  execFileSync("mv", ["-T", draft, folder]);
  return folder;
}

/** A port that nothing uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export interface OldProcess {
  stop(): Promise<void>;
}

/** Starts an api or a worker of the sources in `folder`, and resolves when it is ready. */
export async function startOld(folder: string, program: "api" | "worker", env: Readonly<Record<string, string>>): Promise<OldProcess> {
  const loader = path.join(folder, "scripts/testRun/native/runSources.mjs");
  const main = path.join(folder, "apps", program, "src/main.ts");
  const child = spawn(process.execPath, ["--no-warnings", "--conditions=balcao-source", "--import", loader, main], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "test", LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [{ ready?: boolean; error?: string } | null];
  if (message?.ready !== true) throw new Error(`The ${program} of the version before did not start: ${message?.error ?? "it ended"}`);
  return {
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}
