import { readFile, readlink, rm } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";

const LOCKS = ["SingletonLock", "SingletonSocket", "SingletonCookie"];

/** The browser profile of a connection, which holds the pairing. */
export class ProfileFolder {
  /** The path of the profile below `home`, as chosen by the library's LocalAuth. */
  readonly profile: string;
  /** Where sealed copies of deleted profiles are. */
  readonly copies: string;

  constructor(readonly home: string) {
    this.profile = path.join(home, "session");
    this.copies = path.join(home, "copies");
  }

  /**
   * Frees the profile for a new browser. This process has the connection's lease, so a browser that
   * still uses the profile was left by a dead process and is killed; lock files are deleted, also
   * those of another machine or container.
   */
  async release(): Promise<void> {
    const pid = await this.holder();
    if (pid !== null) killBrowser(pid);
    await Promise.all(LOCKS.map((name) => rm(path.join(this.profile, name), { force: true })));
  }

  /** The process on this machine that uses the profile now, or null. */
  async holder(): Promise<number | null> {
    const link = await readlink(path.join(this.profile, "SingletonLock")).catch(() => "");
    const at = link.lastIndexOf("-");
    const pid = Number(link.slice(at + 1));
    if (at < 0 || link.slice(0, at) !== hostname() || !Number.isInteger(pid) || pid <= 1) return null;
    return (await this.#isOurs(pid)) ? pid : null;
  }

  /** Deletes the profile and with it the pairing; its copies stay. */
  async wipe(): Promise<void> {
    await rm(this.profile, { recursive: true, force: true, maxRetries: 8, retryDelay: 100 });
  }

  /** Deletes everything of the connection. */
  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true, maxRetries: 8, retryDelay: 100 });
  }

  /**
   * Process ids are reused, so only a process with this profile in its arguments is our browser.
   * Outside Linux the lock is trusted.
   */
  async #isOurs(pid: number): Promise<boolean> {
    if (process.platform !== "linux") return isAlive(pid);
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return command.split("\0").some((argument) => argument.startsWith("--user-data-dir=") && argument.endsWith(this.profile));
  }
}

/** Kills a browser with all of its processes, by its process id. */
export function killBrowser(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // Already gone, or not the leader of a process group.
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
