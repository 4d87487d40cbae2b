import { execFile } from "node:child_process";
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { plainEnvironment } from "@balcao/platform/env";
import { errorCode } from "@balcao/platform/errors";

const run = promisify(execFile);

/**
 * The user id of browsers under root. Systems assign it to nobody, so it owns only browser
 * profiles.
 */
const BROWSER_ACCOUNT = 64_123;
const AS_ACCOUNT = [
  `--reuid=${BROWSER_ACCOUNT}`,
  `--regid=${BROWSER_ACCOUNT}`,
  "--clear-groups",
  "--inh-caps=-all",
  "--bounding-set=-all",
  "--",
] as const;

/** How a browser is started. */
export interface BrowserFence {
  readonly program: string;
  /**
   * False only under root when the browser has no account of its own, because Chromium then refuses
   * its sandbox.
   */
  readonly isSandboxed: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/** The browser makes a socket in its temporary folder, whose path may have 107 bytes; the name of the socket takes up to 48 of them. */
const MOST_TMP_BYTES = 59;

/**
 * Under root the browser runs under its own account, which owns the profile, and keeps its sandbox;
 * otherwise it runs as the current user. When that account cannot reach the program or the profile,
 * the browser runs as root. Its temporary files are in the profile, so that it needs no folder of others.
 */
export async function fenceBrowser(chromium: string, home: string): Promise<BrowserFence> {
  await makeHome(home);
  const tmp = path.join(home, "tmp");
  const own = Buffer.byteLength(tmp) <= MOST_TMP_BYTES ? { TMPDIR: tmp } : {};
  const env = { ...plainEnvironment(), ...own };
  if (process.getuid?.() !== 0) return { program: chromium, isSandboxed: true, env };
  await giveTree(home);
  const reaches = 'test -x "$1" && test -w "$2" && test -w "$2/session"';
  const canRun = await run("setpriv", [...AS_ACCOUNT, "sh", "-c", reaches, "sh", chromium, home], { cwd: "/" }).then(
    () => true,
    () => false,
  );
  if (!canRun) return { program: chromium, isSandboxed: false, env };
  return { program: await writeStarter(chromium), isSandboxed: true, env: { ...env, HOME: home } };
}

/**
 * Makes the folders of a profile, with an empty one for temporary files. The account must pass the folder above: only one that is made
 * here gets that mode, because any other is not ours to change.
 */
async function makeHome(home: string): Promise<void> {
  const above = path.dirname(home);
  const isNew = (await mkdir(above, { recursive: true })) !== undefined;
  if (isNew) await chmod(above, 0o711);
  await mkdir(path.join(home, "session"), { recursive: true });
  await rm(path.join(home, "tmp"), { recursive: true, force: true });
  await mkdir(path.join(home, "tmp"), { recursive: true, mode: 0o700 });
}

/** A browser that is still closing may delete files meanwhile, so missing files are ignored. */
async function giveTree(file: string): Promise<void> {
  try {
    const info = await lstat(file);
    if (info.isSymbolicLink()) return;
    if (info.uid !== BROWSER_ACCOUNT) await chown(file, BROWSER_ACCOUNT, BROWSER_ACCOUNT);
    if (info.isDirectory()) for (const name of await readdir(file)) await giveTree(path.join(file, name));
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

const starters = new Map<string, Promise<string>>();

/**
 * Writes a program that changes to the account and becomes the browser, into a folder that the
 * browser cannot write.
 */
function writeStarter(chromium: string): Promise<string> {
  const known = starters.get(chromium);
  if (known) return known;
  const quoted = `'${chromium.replaceAll("'", String.raw`'\''`)}'`;
  const made = mkdtemp(path.join(tmpdir(), "balcao-browser-")).then(async (folder) => {
    const file = path.join(folder, "start.sh");
    await writeFile(file, `#!/bin/sh\nexec setpriv ${AS_ACCOUNT.join(" ")} ${quoted} "$@"\n`, { mode: 0o700 });
    return file;
  });
  starters.set(chromium, made);
  return made;
}
