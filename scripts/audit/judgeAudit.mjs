/** Exit statuses of the command. */
export const AUDIT_STATUS = { clean: 0, open: 1, unavailable: 3 };

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Refuses an exception that nobody could judge later: without an advisory, a reason, or the day up to which it holds. */
function assertExceptions(exceptions) {
  for (const { advisory, reason, until } of exceptions)
    if (!/^GHSA-/.test(advisory ?? "") || (reason ?? "").length < 20 || !DATE.test(until ?? ""))
      throw new Error(
        `An exception needs advisory (GHSA-…), reason (a sentence) and until (YYYY-MM-DD): ${advisory ?? "one without advisory"}.`,
      );
}

const toLine = ({ github_advisory_id: id, module_name: name, severity, title, url, findings = [] }) =>
  `${severity}: ${name} ${findings.map(({ version }) => version).join(", ")}: ${title} (${id}, ${url}); through ${findings[0]?.paths?.[0] ?? "unknown"}`;

/**
 * Judges the report of `pnpm audit --json` on a day (YYYY-MM-DD). An advisory is open unless an exception names it whose day has not
 * passed. Returns the exit status and the lines to print; a registry that does not answer audits is a status of its own.
 */
export function judgeAudit(report, exceptions, today) {
  assertExceptions(exceptions);
  if (report?.advisories === undefined) {
    const reason = report?.error?.message ?? "no report";
    return { status: AUDIT_STATUS.unavailable, lines: [`The registry does not answer audits, so nothing was checked: ${reason}`] };
  }
  const found = Object.values(report.advisories);
  const holds = (advisory) => exceptions.some((each) => each.advisory === advisory.github_advisory_id && each.until >= today);
  const open = found.filter((advisory) => !holds(advisory));
  const unused = exceptions.filter(({ advisory }) => !found.some((each) => each.github_advisory_id === advisory));
  const lines = [
    ...open.map(toLine),
    ...unused.map(({ advisory }) => `The exception for ${advisory} is not needed any more: remove it.`),
    `${open.length} open, ${found.length - open.length} excepted.`,
  ];
  return { status: open.length > 0 ? AUDIT_STATUS.open : AUDIT_STATUS.clean, lines };
}
