import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, outputOf } from "./processes.mjs";
import { Interrupted } from "./refusal.mjs";

/** The start time of a process, which distinguishes it from a later one with the same id. Null when it does not run. */
export function processMark(pid) {
  if (!isAlive(pid)) return null;
  if (process.platform !== "linux") return outputOf("ps", ["-o", "lstart=", "-p", String(pid)]);
  try {
    const boot = fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Field 3 is the state: a zombie has ended. Field 22 is the start time since boot.
    return fields[0] === "Z" ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

function readLock(file) {
  try {
    const text = fs.readFileSync(file, "utf8");
    try {
      return { text, ...JSON.parse(text) };
    } catch {
      return { text, pid: 0 };
    }
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** The running process that holds a lock, or null. */
function lockHolder(file) {
  const held = readLock(file);
  return held && held.pid > 0 && held.mark !== null && processMark(held.pid) === held.mark ? held : null;
}

/**
 * Takes a lock file. Returns `{ release }`, or `{ holder }` when another running process has it. A lock whose process
 * has ended is taken over.
 */
export function takeLock(file, facts = {}) {
  const content = JSON.stringify({ pid: process.pid, mark: processMark(process.pid), since: new Date().toISOString(), ...facts });
  const draft = `${file}.${process.pid}`;
  for (;;) {
    fs.writeFileSync(draft, content, { mode: 0o600 });
    try {
      // A link appears with its complete content, unlike a file that is created and then written.
      fs.linkSync(draft, file);
      return { release: () => readLock(file)?.text === content && fs.rmSync(file, { force: true }) };
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    } finally {
      fs.rmSync(draft, { force: true });
    }
    const holder = lockHolder(file);
    if (holder) return { holder };
    retire(file);
  }
}

/** Removes a dead process's lock, and puts it back when a running process has taken it meanwhile. */
function retire(file) {
  const aside = `${file}.old-${process.pid}`;
  try {
    fs.renameSync(file, aside);
    if (lockHolder(aside)) fs.linkSync(aside, file);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/** Runs `work` while holding the lock, after waiting for its holder. `onWait(holder)` is called once. */
export async function withLock(file, work, { signal, onWait = () => {} } = {}) {
  let isWaiting = false;
  for (;;) {
    const { release, holder } = takeLock(file);
    if (release) {
      try {
        return await work();
      } finally {
        release();
      }
    }
    if (!isWaiting) onWait(holder);
    isWaiting = true;
    await sleep(200);
    if (signal?.aborted) throw new Interrupted();
  }
}
