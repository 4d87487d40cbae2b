import { addDays, dayBounds, monthOf } from "@balcao/domain/calendar";
import { isStillDue, nextOccurrence } from "@balcao/domain/schedules";
import type { HeldReason } from "@balcao/domain/sends";
import { listDueSchedules, lockSchedule, resetScheduleValues, setScheduleDue, type ScheduleRow } from "@balcao/database/schedules";
import { insertRun } from "@balcao/database/sendRuns";
import type { Database } from "@balcao/database/sql";
import { openDirectory } from "../../ground/directory/index.js";
import { DUE_BATCH, passDue } from "./passDue.js";
import { isHeldNow, tellOfHeld } from "../sendRuns/index.js";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";

/**
 * Starts the runs of the schedules that are due, once per schedule and due minute: the
 * insertion of the run decides. Several workers may call it at once, and one that cannot be run
 * stops no other. Returns whether there may be more.
 */
export async function runDueSchedules(services: Services): Promise<boolean> {
  const mayBeMore = await passDue(services, {
    list: (now, limit) => listDueSchedules(services.database.sql, now, limit),
    work: async (unit, id, now) => {
      const schedule = await lockSchedule(unit, id);
      if (schedule?.nextDue && !schedule.isPaused && schedule.nextDue <= now) await runSchedule(unit, services, schedule, now);
    },
    failure: "a schedule could not be run; the next pass tries again",
  });
  await inUnit(services, async (unit) => {
    for (const id of await resetScheduleValues(unit, services.clock.now())) await unit.live("schedule", { id, action: "update" });
  });
  return mayBeMore;
}

async function runSchedule(unit: Unit, services: Services, schedule: ScheduleRow, now: Date): Promise<void> {
  const { id, nextDue: dueAt } = schedule;
  if (dueAt === null) return;
  const { settings } = services.directory.current();
  // The last due moment that has passed is the one that may still go out.
  const last = lastDue(schedule, settings.timeZone, dueAt, now);
  const held = await heldBy(unit, services, schedule, { last, now });
  const goesOut = held === null;
  if (held !== null) await tellOfHeld(unit, services, { ...schedule, scheduleId: id }, { reason: held });
  else await insertRun(unit, { ...schedule, connectionId: connectionOf(services, schedule) }, now, { scheduleId: id, dueAt: last });
  await setScheduleDue(unit, id, {
    nextDue: schedule.recurrence === "once" ? null : nextOccurrence(schedule, settings.timeZone, last),
    ...(goesOut ? valueAfterRun(schedule, settings.timeZone, last) : { value: schedule.value, resetAt: schedule.resetAt }),
  });
  await unit.live("schedule", { id, action: "update" });
}

/** Why a due schedule has no run; null where it has one. */
async function heldBy(
  unit: Unit,
  services: Services,
  schedule: ScheduleRow,
  { last, now }: { readonly last: Date; readonly now: Date },
): Promise<HeldReason | null> {
  if (!isStillDue(schedule.recurrence, last, now)) return "late";
  if (isForNobody(schedule)) return "nobody";
  return (await isHeldNow(unit, services, schedule)) ? "noRight" : null;
}

/** Whether every tag that says who receives it was deleted: such a schedule shows that, and has no runs until somebody chooses again. */
const isForNobody = ({ allContacts, contactIds, tagIds, missingTags }: ScheduleRow): boolean =>
  !allContacts && contactIds.length === 0 && missingTags === tagIds.length;

/**
 * Passes over the moments that are due, because the installation of which a backup was made may have run them since. Returns how
 * many schedules.
 */
export async function skipDueSchedules(database: Database, now: Date): Promise<number> {
  const { timeZone } = (await openDirectory(database.sql)).current().settings;
  let skipped = 0;
  for (;;) {
    const due = await listDueSchedules(database.sql, now, DUE_BATCH);
    for (const id of due)
      await database.transaction(async (tx) => {
        const schedule = await lockSchedule(tx, id);
        if (!schedule?.nextDue) return;
        const last = lastDue(schedule, timeZone, schedule.nextDue, now);
        await setScheduleDue(tx, id, {
          nextDue: schedule.recurrence === "once" ? null : nextOccurrence(schedule, timeZone, last),
          value: schedule.value,
          resetAt: schedule.resetAt,
        });
      });
    skipped += due.length;
    if (due.length < DUE_BATCH) return skipped;
  }
}

function lastDue(schedule: ScheduleRow, zone: string, dueAt: Date, now: Date): Date {
  let last = dueAt;
  for (let next = nextOccurrence(schedule, zone, last); next !== null && next <= now; next = nextOccurrence(schedule, zone, last))
    last = next;
  return last;
}

/** The schedule's connection, or the default one; without any the run waits and ends as failed. */
function connectionOf(services: Services, { connectionId }: Pick<ScheduleRow, "connectionId">): number | null {
  if (connectionId !== null) return connectionId;
  return [...services.directory.current().connections.values()].find(({ isDefault }) => isDefault)?.id ?? null;
}

/** `once` and `last_day_of_month` become 1 as they go out; the latter until the next month begins [D-193]. */
function valueAfterRun({ recurrence, value }: ScheduleRow, zone: string, at: Date): { value: string; resetAt: Date | null } {
  if (recurrence === "once") return { value: "1", resetAt: null };
  if (recurrence !== "last_day_of_month") return { value, resetAt: null };
  const { last } = monthOf(at, zone);
  return { value: "1", resetAt: dayBounds(addDays(last, 1), zone).from };
}
