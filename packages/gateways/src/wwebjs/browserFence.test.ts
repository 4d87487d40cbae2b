import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createGuardedFetch } from "@balcao/platform/http";
import { fenceBrowser } from "./browserFence.js";
import { chromiumArgs } from "./chromium.js";
import { loadLibrary } from "./library.js";
import { WWEBJS_TIMES } from "./options.js";
import { PageRun } from "./pageRun.js";
import { ProfileFolder } from "./profileFolder.js";

const SECRETS = { SESSION_ENCRYPTION_KEY: "k".repeat(40), DATABASE_URL: "postgres://a:hunter2@b/c", MEOW_ADMIN_TOKEN: "token-1234" };
const isRoot = process.getuid?.() === 0;
let folder: string;
let home: string;

/**
 * A program in place of the browser: it writes its user and its environment into its profile, and
 * ends.
 */
async function pretendBrowser(mode: number): Promise<string> {
  const place = path.join(folder, "programs");
  await mkdir(place);
  const file = path.join(place, "chromium");
  await writeFile(
    file,
    '#!/bin/sh\n{ id -u; echo "$@"; env; } > "$PROFILE_OF_TEST" 2>&1\n'.replace("$PROFILE_OF_TEST", path.join(home, "session", "seen")),
    {
      mode: 0o755,
    },
  );
  await chmod(place, mode);
  return file;
}

async function openPage(chromium: string): Promise<string> {
  const browser = await fenceBrowser(chromium, home);
  const nothing = (): void => undefined;
  const events = { onCode: nothing, onAuthenticated: nothing, onReady: nothing, onState: nothing, onEnd: nothing, onFault: nothing };
  const connector = { sessionsMax: 1, fetchPublic: createGuardedFetch() };
  const run = new PageRun({
    library: await loadLibrary(),
    browser,
    profile: new ProfileFolder(home),
    connector,
    times: WWEBJS_TIMES,
    events,
  });
  await expect(run.open()).rejects.toThrow();
  await run.close();
  return readFile(path.join(home, "session", "seen"), "utf8");
}

describe("the browser of a connection", () => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "balcao-fence-"));
    await chmod(folder, 0o711);
    home = path.join(folder, "sessions", "1");
    Object.assign(process.env, SECRETS);
  });
  afterEach(async () => {
    for (const name of Object.keys(SECRETS)) Reflect.deleteProperty(process.env, name);
    await rm(folder, { recursive: true, force: true });
  });

  it("gets none of our secrets and keeps its sandbox; under root it has its own account, which owns the profile", async () => {
    const seen = await openPage(await pretendBrowser(0o755));
    for (const secret of [...Object.keys(SECRETS), ...Object.values(SECRETS)]) expect(seen).not.toContain(secret);
    expect(seen).toContain(`PATH=${process.env["PATH"] ?? ""}\n`);
    expect(seen).not.toContain("--no-sandbox");
    const { uid } = await stat(path.join(home, "session", "seen"));
    const account = isRoot ? 64_123 : process.getuid?.();
    expect([uid, Number(seen.split("\n")[0])]).toEqual([account, account]);
  }, 60_000);

  it("leaves the folder above its profile as it is, and has a temporary folder of its own", async () => {
    await chmod(folder, 0o1777);
    const before = await stat(folder);
    home = path.join(folder, "1");
    const { env } = await fenceBrowser(process.execPath, home);
    const after = await stat(folder);
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
    expect(env["TMPDIR"]).toBe(path.join(home, "tmp"));
    expect((await stat(path.join(home, "tmp"))).uid).toBe(isRoot ? 64_123 : process.getuid?.());
  });

  it("makes the folder above a first profile passable, but not readable, for its account", async () => {
    home = path.join(folder, "new", "1");
    await fenceBrowser(process.execPath, home);
    expect((await stat(path.dirname(home))).mode & 0o777).toBe(0o711);
  });

  if (isRoot)
    it("runs as root, with a log entry, only where its account cannot reach the program", async () => {
      const browser = await fenceBrowser(await pretendBrowser(0o700), home);
      expect(browser.isSandboxed).toBe(false);
      expect(browser.env).not.toHaveProperty("DATABASE_URL");
      expect(chromiumArgs([], browser.isSandboxed)).toContain("--no-sandbox");
      expect(chromiumArgs([], true)).not.toContain("--no-sandbox");
    });
});
