import { toCountingRule, type LocalDay } from "@balcao/domain/calendar";
import { markFigureDays } from "@balcao/database/dashboard";
import type { Database } from "@balcao/database/sql";
import { openDirectory } from "../directory/index.js";
import { command, type Ctx, type Services } from "../kernel/index.js";
import { computeNextDay, noticeFigureChanges } from "./keepFigures.js";

/** The days that a dashboard can name, from the first to the last. */
const FIRST_FIGURE_DAY = "1900-01-01";
const LAST_FIGURE_DAY = "2199-12-31";

/** Lets the worker count again the days whose working time was counted by other opening hours; returns how many there are. */
export async function recountFigures(services: Services, ctx: Ctx): Promise<{ readonly days: number }> {
  const rule = toCountingRule(services.directory.current().settings);
  return command(services, ctx, async (unit) => {
    const days = await markFigureDays(unit, FIRST_FIGURE_DAY, LAST_FIGURE_DAY, rule);
    return days === 0
      ? { audit: "unchanged", result: { days } }
      : { audit: { action: "setting.recount", description: `${String(days)} dias` }, result: { days } };
  });
}

/** Computes all stored days from the first to the last again, for the command of the operator. Returns how many were computed. */
export async function recomputeFigures(
  database: Database,
  { first = FIRST_FIGURE_DAY, last = LAST_FIGURE_DAY, now }: { readonly first?: LocalDay; readonly last?: LocalDay; readonly now: Date },
): Promise<number> {
  const { settings } = (await openDirectory(database.sql)).current();
  const scene = { database, settings, now };
  await noticeFigureChanges(scene);
  const marked = await markFigureDays(database.sql, first, last, null);
  while (await computeNextDay(scene));
  return marked;
}
