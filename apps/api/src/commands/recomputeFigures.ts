import { recomputeFigures } from "@balcao/application/company/dashboard";
import { isLocalDay } from "@balcao/domain/calendar";
import { runCommand } from "./runCommand.js";

/** `node recomputeFigures.js [first] [last]`: computes the daily figures of the dashboard again, of some days or of all. */
await runCommand("recompute-figures", async ({ database, say }) => {
  const [first, last] = process.argv.slice(2);
  for (const day of [first, last]) {
    if (day === undefined || isLocalDay(day)) continue;
    say(`${day} is no day: write it as 2026-01-31.`);
    return 1;
  }
  const days = await recomputeFigures(database, { ...(first && { first }), ...(last && { last }), now: new Date() });
  say(`The figures of ${days} day(s) were computed again.`);
  return 0;
});
