const short = (text, length) => {
  const line = text.replace(/\s+/g, " ");
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};
const percent = (part, whole) => (whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`);

/** What stands behind a result: the test that saw it, or the reason why nothing has to. */
function remark({ id, outcome, by, tests }, equivalents) {
  if (outcome === "seen") return by;
  if (equivalents[id]) return `equivalent: ${equivalents[id]}`;
  if (outcome === "not seen") return `${tests} test files passed`;
  return outcome === "late" ? "the time ran out" : "no test below the browser reaches it";
}

/** The table of results, the share that was seen, and as the last lines what is left for one whole run. */
export function report(results, { equivalents, seed, count }) {
  const isEquivalent = ({ id, outcome }) => outcome !== "seen" && equivalents[id] !== undefined;
  const counted = results.filter((result) => !isEquivalent(result));
  const seen = counted.filter(({ outcome }) => outcome === "seen");
  const reached = counted.filter(({ outcome }) => outcome !== "no test");
  const left = counted.filter(({ outcome }) => outcome !== "seen");
  const lines = results.map((result) =>
    [
      result.id,
      (isEquivalent(result) ? "equivalent" : result.outcome).padEnd(10),
      result.operator.padEnd(16),
      `${result.file}:${result.line}`,
      short(result.was, 60),
      remark(result, equivalents),
    ].join("  "),
  );
  lines.push("", `Seed ${seed}: ${results.length} of ${count} judged, ${results.length - counted.length} equivalent.`);
  lines.push(
    `Seen: ${seen.length} of ${counted.length} (${percent(seen.length, counted.length)}); ` +
      `of those that a test below the browser reaches ${seen.length} of ${reached.length} (${percent(seen.length, reached.length)}).`,
  );
  if (results.length < count) lines.push("The same command goes on where this run ended.");
  lines.push(
    left.length === 0
      ? "Nothing is left for a whole run."
      : `Left for one whole run, together (--together FOLDER puts them into a copy there): ${left.map(({ id }) => id).join(" ")}`,
  );
  return lines;
}
