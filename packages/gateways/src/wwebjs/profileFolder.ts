import { readFile, readlink, rm } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";

const LOCKS = ["SingletonLock", "SingletonSocket", "SingletonCookie"];

/** The browser profile of a connection: the pairing lives in it. */
export class ProfileFolder {
  /** Where the library's LocalAuth keeps the profile below `home`. */
  readonly profile: string;

  constructor(readonly home: string) {
    this.profile = path.join(home, "session");
  }

  /**
   * Makes the profile free for a new browser: the connection's lease is ours, so a browser that still holds the profile was left behind by a
   * process that died, and is ended; its lock files go, also those of another machine or container.
   */
  async release(): Promise<void> {
    const pid = await this.holder();
    if (pid !== null) killBrowser(pid);
    await Promise.all(LOCKS.map((name) => rm(path.join(this.profile, name), { force: true })));
  }

  /** The process on this machine that holds the profile now, or null. */
  async holder(): Promise<number | null> {
    const link = await readlink(path.join(this.profile, "SingletonLock")).catch(() => "");
    const at = link.lastIndexOf("-");
    const pid = Number(link.slice(at + 1));
    if (at < 0 || link.slice(0, at) !== hostname() || !Number.isInteger(pid) || pid <= 1) return null;
    return (await this.#isOurs(pid)) ? pid : null;
  }

  /** Forgets the pairing. */
  async wipe(): Promise<void> {
    await rm(this.home, { recursive: true, force: true, maxRetries: 8, retryDelay: 100 });
  }

  /** Process ids are used again: only one that runs with this very profile is a browser of ours. Elsewhere than on Linux the lock is believed. */
  async #isOurs(pid: number): Promise<boolean> {
    if (process.platform !== "linux") return isAlive(pid);
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return command.split("\0").some((argument) => argument.startsWith("--user-data-dir=") && argument.endsWith(this.profile));
  }
}

/** Ends a browser with all of its processes, by its id. */
export function killBrowser(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // Gone already, or no leader of a group.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
