import fs from "node:fs";

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

function statOf(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return { parent: 0, ms: 0 };
  }
}

/** Processor time in milliseconds of all processes of a database. */
export function databaseMs(postmaster) {
  const processes = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.map(statOf).reduce((sum, { parent, ms }) => sum + (parent === postmaster ? ms : 0), 0);
}

const sumOf = (processes) => processes.reduce((sum, { pid }) => sum + statOf(pid).ms, 0);

/** Processor time in milliseconds that each part has used so far, which depends little on other load of the machine. Null unless on Linux. */
export function cpuTimes({ product, database }) {
  if (process.platform !== "linux") return null;
  const { user, system } = process.cpuUsage();
  return {
    api: sumOf(product.apis),
    worker: sumOf(product.workers),
    database: databaseMs(database.child.pid),
    generator: (user + system) / 1_000,
  };
}

/** Processor time per answer since `before`, in milliseconds; null where it is not measured. */
export function cpuPerAnswer(before, after, answers) {
  if (!before || !after || answers === 0) return null;
  return Object.fromEntries(Object.keys(after).map((part) => [part, (after[part] - before[part]) / answers]));
}
