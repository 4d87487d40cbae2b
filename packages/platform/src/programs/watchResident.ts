import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

const IS_LINUX = process.platform === "linux";
/** Reading /proc takes microseconds; elsewhere a program must be started for it. */
const EVERY_MS = IS_LINUX ? 25 : 500;

/** Calls `onExcess` when a process uses more memory than this, of whatever kind. Returns what ends the watching. */
export function watchResident(pid: number | undefined, megabytes: number, onExcess: () => void): () => void {
  if (pid === undefined) return () => undefined;
  const judge = (kilobytes: number): void => {
    if (kilobytes > megabytes * 1_024) onExcess();
  };
  const timer = setInterval(() => {
    if (IS_LINUX) judge(residentOf(pid));
    else execFile("ps", ["-o", "rss=", "-p", String(pid)], (error, text) => judge(error ? 0 : Number(text)));
  }, EVERY_MS);
  return () => clearInterval(timer);
}

function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0);
  } catch {
    // It has ended.
    return 0;
  }
}
