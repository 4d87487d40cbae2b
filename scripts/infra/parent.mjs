import fs from "node:fs";
import { outputOf } from "./processes.mjs";
import { processMark } from "./lock.mjs";

const LOOK_MS = 1_000;

/** `{ parent, name }` of a process, or null when it is gone. */
function describe(pid) {
  const line = outputOf("ps", ["-o", "ppid=,comm=", "-p", String(pid)]) ?? procLine(pid);
  const match = /^\s*(\d+)\s+(.*)$/.exec(line);
  return match ? { parent: Number(match[1]), name: match[2] } : null;
}

function procLine(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    return `${stat.slice(end + 4).split(" ")[0]} ${stat.slice(stat.indexOf("(") + 1, end)}`;
  } catch {
    return "";
  }
}

/**
 * Calls `onGone` when the npm that runs this command has ended, because a killed npm forwards no signal.
 * Without npm it does nothing, and the command may outlive its terminal.
 */
export function watchNpm(onGone, { env = process.env, lookMs = LOOK_MS } = {}) {
  if (!env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const above = describe(parent);
  // Some shells run between npm and this process, and outlive npm.
  const npm = above && /(^|\/|-)(sh|bash|dash|zsh)$/.test(above.name) ? above.parent : parent;
  const mark = processMark(npm);
  const timer = setInterval(() => {
    if (process.ppid === parent && processMark(npm) === mark) return;
    clearInterval(timer);
    onGone();
  }, lookMs);
  timer.unref();
}
