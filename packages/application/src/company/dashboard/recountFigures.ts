import type { Actor } from "@balcao/domain/access";
import { addDays, localDay, toCountingRule, type LocalDay } from "@balcao/domain/calendar";
import type { RecountDaysView, RecountRange } from "@balcao/contracts/dashboard";
import { AppError } from "@balcao/contracts/errors";
import { addFigureDays, findFirstCounted, listFigureDays, markFigureDays, readFigureState } from "@balcao/database/dashboard";
import type { Database } from "@balcao/database/sql";
import { openDirectory } from "../../ground/directory/index.js";
import { JobStopped, runJob } from "../../ground/jobs/index.js";
import { inUnit, type Ctx, type Services } from "../../ground/kernel/index.js";
import { computeNextDay, noticeFigureChanges, recountDay } from "./keepFigures.js";

/** The days that a dashboard can name, from the first to the last. */
const FIRST_FIGURE_DAY = "1900-01-01";
const LAST_FIGURE_DAY = "2199-12-31";

/** The first day of each range, in the company's calendar. */
const FIRST_DAYS: Readonly<Record<RecountRange, (today: LocalDay) => LocalDay>> = {
  month: (today) => `${today.slice(0, 7)}-01`,
  year: (today) => `${today.slice(0, 4)}-01-01`,
  all: () => FIRST_FIGURE_DAY,
};

/** The stored days whose working time was counted by other opening hours than the current ones, in order. */
async function listDaysOfOtherHours({ database: { sql }, directory }: Services): Promise<readonly LocalDay[]> {
  const hours = directory.current();
  const rule = toCountingRule(hours);
  // The worker deletes the days of another zone and computes all of them again.
  if ((await readFigureState(sql)).zone !== hours.settings.timeZone) return [];
  return (await listFigureDays(sql, FIRST_FIGURE_DAY, LAST_FIGURE_DAY)).filter((each) => each.rule !== rule).map(({ day }) => day);
}

const isAdmin = ({ profile }: Actor): boolean => profile === "admin";

const firstDayOf = ({ clock, directory }: Services, range: RecountRange): LocalDay =>
  FIRST_DAYS[range](localDay(clock.now(), directory.current().settings.timeZone));

/** How many days of each range were counted by other opening hours than the current ones [D-253]. */
export async function countRecountDays(services: Services): Promise<RecountDaysView> {
  const days = await listDaysOfOtherHours(services);
  const countSince = (range: RecountRange): number => {
    const first = firstDayOf(services, range);
    return days.filter((day) => day >= first).length;
  };
  return { month: countSince("month"), year: countSince("year"), all: countSince("all") };
}

/**
 * Counts the days of a range again whose working time was counted by other opening hours, as a job,
 * the newest day first. Throws ERR_RECOUNT_RUNNING while somebody else's recount runs, ERR_JOB_STOPPED.
 */
export async function recountFigures(services: Services, ctx: Ctx, { range }: { readonly range: RecountRange }): Promise<{ days: number }> {
  const first = firstDayOf(services, range);
  const days = (await listDaysOfOtherHours(services)).filter((day) => day >= first).reverse();
  const total = days.length;
  const audit = total === 0 ? "unchanged" : ({ action: "setting.recount", description: `${String(total)} dias` } as const);
  const ended = await runJob(services, ctx, { kind: "figureRecount", total, may: isAdmin, audit }, async (job) => {
    let done = 0;
    try {
      for (const day of days) {
        await inUnit(services, async (unit) => {
          await recountDay(unit, services.directory.current(), day);
          await job.advance(unit, done + 1);
        });
        done += 1;
      }
      return { result: { days: done }, isStopped: false };
    } catch (error) {
      if (!(error instanceof JobStopped)) throw error;
      return { result: { days: done }, isStopped: true };
    }
  });
  if (ended.isStopped) throw new AppError("ERR_JOB_STOPPED");
  return ended.result;
}

/**
 * Computes all days from the first to the last again, for commands of the operator, with those that an import has put before the stored ones.
 * Returns how many were computed.
 */
export async function recomputeFigures(
  database: Database,
  { first = FIRST_FIGURE_DAY, last = LAST_FIGURE_DAY, now }: { readonly first?: LocalDay; readonly last?: LocalDay; readonly now: Date },
): Promise<number> {
  const hours = (await openDirectory(database.sql)).current();
  const scene = { database, hours, now };
  await noticeFigureChanges(scene);
  const oldest = await findFirstCounted(database.sql);
  const { timeZone } = hours.settings;
  if (oldest !== null) await addFigureDays(database.sql, localDay(oldest, timeZone), addDays(localDay(now, timeZone), -1));
  const marked = await markFigureDays(database.sql, first, last, null);
  while (await computeNextDay(scene));
  return marked;
}
