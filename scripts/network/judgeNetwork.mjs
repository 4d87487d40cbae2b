const NAMES = { baileys: "API 2", wwebjs: "API 1", meow: "API 3", cloud_api: "Meta Cloud API" };
const PARTS = { baileys: "baileys", "whatsapp-web.js": "whatsapp-web.js", whatsmeow: "WuzAPI's whatsmeow", graph: "the Graph version" };

/** The numbers of a version such as 7.0.0-rc14, v26.0 or 2026-09-15; a release comes after its candidates. */
function toNumbers(version) {
  const [, core = "", candidate] = /^v?([\d.]+(?:-\d\d-\d\d)?)(?:-rc\.?(\d+))?$/.exec(version) ?? [];
  if (core === "") throw new Error(`${version} is no version that can be compared.`);
  const numbers = core.split(/[.-]/).map(Number);
  return [...numbers, ...Array(Math.max(0, 3 - numbers.length)).fill(0), candidate === undefined ? Infinity : Number(candidate)];
}

/** Whether a version is at least another one. */
export function isAtLeast(version, least) {
  const [given, wanted] = [toNumbers(version), toNumbers(least)];
  const at = given.findIndex((number, index) => number !== wanted[index]);
  return at < 0 || given[at] > wanted[at];
}

/** One of: covered, open, unknown, limit (nothing covers it yet), later (not in force on this day). */
function verdictOf({ date, coveredBy: { file, part, since, limit } }, { versions, hasFile, today }) {
  if (limit !== undefined) return "limit";
  if (file !== undefined ? hasFile(file) : versions[part] !== null && isAtLeast(versions[part], since)) return "covered";
  if (part !== undefined && versions[part] === null) return "unknown";
  return date > today ? "later" : "open";
}

const TITLES = {
  open: "NOT COVERED",
  unknown: "cannot be checked",
  later: "not covered from its day on",
  limit: "no cure yet",
  covered: "covered",
};

function toLines(verdict, { id, date, connector, what, coveredBy, source, todo }, versions) {
  const { part, since, limit } = coveredBy;
  const head = `${TITLES[verdict]}: ${id} (${NAMES[connector]}, ${date})`;
  if (verdict === "covered") return [head];
  const needs = part === undefined ? limit : `needs ${PARTS[part]} ${since} or later, found ${versions[part] ?? "no version"}`;
  return [head, `  ${what}`, ...(needs === undefined ? [] : [`  ${needs}`]), `  -> ${todo} (${source})`];
}

/**
 * Compares what is installed with the changes of the networks that are known to break something. `versions` has null for a part that does not
 * say its version; `hasFile` says whether this checkout has a file. Returns exit status 1 where a change in force is not covered, and the lines to print.
 */
export function judgeNetwork({ changes, lookedAt }, installed) {
  const judged = changes.map((change) => ({ change, verdict: verdictOf(change, installed) }));
  const inOrder = Object.keys(TITLES).flatMap((verdict) => judged.filter((each) => each.verdict === verdict));
  const count = (verdict) => judged.filter((each) => each.verdict === verdict).length;
  const lines = inOrder.flatMap(({ change, verdict }) => toLines(verdict, change, installed.versions));
  const sum = `${count("open")} not covered, ${count("unknown")} not checked, ${count("covered")} covered; the list is of ${lookedAt}.`;
  return { status: count("open") > 0 ? 1 : 0, lines: [...lines, sum] };
}
