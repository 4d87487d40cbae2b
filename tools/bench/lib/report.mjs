const AT_MOST = new Set(["p50", "p95", "listP99", "apiShare", "idleShare", "drainedMs"]);

const meets = (result, wanted) =>
  Object.entries(wanted).every(([name, value]) => (AT_MOST.has(name) ? result[name] <= value : result[name] >= value)) &&
  result.refused === 0 &&
  !(result.wrong > 0) &&
  !(result.missing > 0);

const ms = (value) => (value === undefined || Number.isNaN(value) ? "" : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`);
const wants = ({ listP99, p50, p95, apiShare, idleShare, most, perSecond }) =>
  [
    listP99 && `lists ≤ ${listP99} ms`,
    p50 && `p50 ≤ ${p50} ms`,
    p95 && `≤ ${p95} ms`,
    apiShare && `api ≤ ${apiShare} %`,
    idleShare && `idle ≤ ${idleShare} %`,
    (most ?? perSecond) && `≥ ${most ?? perSecond}/s`,
  ]
    .filter(Boolean)
    .join(" · ");

/** `goal`, `acceptable` or `missed`. */
export function verdict({ goal, limit }, result) {
  if (meets(result, goal)) return "goal";
  return meets(result, limit) ? "acceptable" : "missed";
}

const cpuText = (cpu) =>
  Object.entries(cpu)
    .map(([part, value]) => `${part} ${value.toFixed(2)}`)
    .join(", ");

const percent = (value) => `${value.toFixed(1)} % of a core`;

function remarks({ cpu, refused, wrong, checked, missing, drainedMs, acceptedP95, logins, cuts, listP99, apiShare, idleShare }) {
  return [
    listP99 !== undefined && `lists p99 ${ms(listP99)}`,
    apiShare !== undefined && `api ${percent(apiShare)}, at rest ${percent(idleShare)}`,
    checked > 0 && `${checked} checked, ${wrong} wrong`,
    refused > 0 && `${refused} refused`,
    acceptedP95 !== undefined && `accepted p95 ${ms(acceptedP95)}`,
    missing > 0 && `${missing} missing`,
    cuts > 0 && `${cuts} sockets cut`,
    drainedMs !== undefined && `backlog gone after ${(drainedMs / 1_000).toFixed(1)} s`,
    logins !== undefined && `${logins} logins`,
    cpu && `processor ms each: ${cpuText(cpu)}`,
  ].filter(Boolean);
}

/** One line of the table, in Markdown. */
export function tableLine(row, result) {
  const { p50, p95, p99, most, perSecond } = result;
  const cells = [
    row.what,
    ms(p50),
    ms(p95),
    ms(p99),
    `${Math.round(most ?? perSecond)}/s`,
    wants(row.goal),
    wants(row.limit),
    verdict(row, result),
    remarks(result).join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

export const TABLE_HEAD = "| what | p50 | p95 | p99 | most | goal | not acceptable beyond | | |\n|---|---|---|---|---|---|---|---|---|";
