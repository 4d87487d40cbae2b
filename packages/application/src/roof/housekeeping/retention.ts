import { AppError } from "@balcao/contracts/errors";
import { isSuper } from "@balcao/domain/access";
import type { SettingKey } from "@balcao/domain/settings";
import { RETENTION_KINDS, type RetentionCountView, type RetentionKind } from "@balcao/contracts/privacy";
import { AUDIT, listPartitions } from "@balcao/database/partitions";
import {
  countAged as countRows,
  dropAuditYear,
  isAnythingRead,
  listAgedTickets,
  lockAgedTickets,
  noteWalk,
  readWalk,
  TAKE_AGED,
  type AgingKind,
} from "@balcao/database/privacy";
import { isRepeatable } from "@balcao/database/sql";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, readOld, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { toTicketFacts } from "../../inbox/tickets/index.js";

const DAY_MS = 24 * 3_600_000;
/** A rule begins a day after it was changed, so that a mistake can be taken back (D-450). */
const GRACE_MS = DAY_MS;
/** Tickets per transaction, so that none holds locks for long. */
const STEP = 100;
/** How long one run works; the next one goes on. */
const RUN_MS = 60_000;

const AGING: Readonly<Record<AgingKind, SettingKey>> = {
  tickets: "keepTickets",
  messages: "keepMessages",
  media: "keepMedia",
};

/** Days of a rule that has been the same for a day; null while it is off or new. */
function daysOf({ directory, clock }: Services, key: SettingKey): number | null {
  const { settings, settingRows } = directory.current();
  const days = settings[key];
  const row = settingRows.get(key);
  if (typeof days !== "number" || row === undefined || clock.now().getTime() - row.updatedAt.getTime() < GRACE_MS) return null;
  return days;
}

/**
 * Deletes what is older than the settings allow, in small transactions and for at most a minute per run; through everything that is old once
 * a day (D-450). Conversations that are not closed, those with a protocol and those with something to send stay, and nothing
 * is deleted while a report or an export of a person's data is being made.
 */
export async function keepRetention(services: Services): Promise<void> {
  const until = services.clock.monotonic() + RUN_MS;
  for (const kind of ["tickets", "messages", "media"] as const) {
    const days = daysOf(services, AGING[kind]);
    if (days !== null) await walk(services, kind, new Date(services.clock.now().getTime() - days * DAY_MS), until);
  }
  const auditDays = daysOf(services, "keepAudit");
  if (auditDays !== null) await dropOldYears(services, new Date(services.clock.now().getTime() - auditDays * DAY_MS));
}

async function walk(services: Services, kind: AgingKind, before: Date, until: number): Promise<void> {
  const { clock, database, logger } = services;
  let deleted = 0;
  let place = await readWalk(database.sql, kind);
  while (place !== null && clock.monotonic() < until && !(await isAnythingRead(database.sql))) {
    const tickets = await listAgedTickets(database.sql, kind, { before, place, limit: STEP });
    const last = tickets.length < STEP ? null : (tickets.at(-1) ?? null);
    deleted += await inUnit(services, async (unit) => {
      const count = tickets.length === 0 ? 0 : await deleteOf(unit, kind, { ids: tickets.map(({ id }) => id), before });
      await noteWalk(unit, kind, last);
      return count;
    });
    place = last;
  }
  if (deleted === 0) return;
  logger.info({ kind, deleted }, "what was older than the settings allow was deleted");
  await recordSystemAudit(database.sql, "setting.retention", { description: `${kind}: ${deleted}` });
}

interface Step {
  readonly ids: readonly number[];
  readonly before: Date;
}

/** Does one step, and returns how many conversations, messages or files went. */
async function deleteOf(unit: Unit, kind: AgingKind, { ids, before }: Step): Promise<number> {
  const tickets = await lockAgedTickets(unit, ids);
  if (tickets.length === 0) return 0;
  const { n, ticketIds } = await TAKE_AGED[kind](unit, { ids: tickets.map(({ id }) => id), before });
  for (const ticket of tickets.filter(({ id }) => ticketIds.includes(id))) {
    const facts = toTicketFacts(ticket);
    const isGone = kind === "tickets";
    const messages = { createdMessages: [], updatedMessages: [], historyMoved: true };
    const change = isGone ? ("deleted" as const) : ("changed" as const);
    await unit.live("ticket", { change, before: facts, after: isGone ? null : facts, version: ticket.version + 1, ...messages }, ticket.id);
  }
  return n;
}

/** Drops the years of the audit that have ended before; their seals stay, so the chain is verified over them. */
async function dropOldYears({ database, logger }: Services, before: Date): Promise<void> {
  for (const { name, until } of await listPartitions(database.sql, AUDIT)) {
    if (new Date(until) > before) continue;
    try {
      const isGone = await database.transaction((tx) => dropAuditYear(tx, name, until));
      if (isGone) logger.info({ name }, "a year of the audit was older than the settings allow and was dropped");
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      logger.info({ name, err: error }, "a year of the audit is in use; it is dropped in the next run");
    }
  }
}

/** Counts what rules of so many days would delete, before anybody saves them (D-450). Of the audit only whole years go. */
export async function countAged(
  services: Services,
  { actor, now }: Ctx,
  days: Readonly<Partial<Record<RetentionKind, number | undefined>>>,
): Promise<RetentionCountView> {
  if (!isSuper(actor)) throw new AppError("ERR_NO_PERMISSION");
  const counts = RETENTION_KINDS.map(async (kind) => {
    const age = days[kind] ?? 0;
    if (age === 0) return [kind, null] as const;
    const wished = new Date(now.getTime() - age * DAY_MS);
    const before = kind === "audit" ? await endOfYears(services, wished) : wished;
    const { n, oldestAt } = await readOld(services, (sql) => countRows(sql, kind, before));
    return [kind, { count: n, oldestAt: oldestAt?.toISOString() ?? null, beforeAt: before.toISOString() }] as const;
  });
  // Each kind is counted, so that the keys are all there.
  return Object.fromEntries(await Promise.all(counts)) as unknown as RetentionCountView;
}

/** The end of the last year of the audit that has ended before; the beginning of time where none has. */
async function endOfYears({ database }: Services, before: Date): Promise<Date> {
  const ends = (await listPartitions(database.sql, AUDIT)).map(({ until }) => new Date(until)).filter((end) => end <= before);
  return ends.at(-1) ?? new Date(0);
}
