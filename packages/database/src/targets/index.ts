import type { TargetClock, TargetFacts, TargetKind } from "@balcao/domain/targets";
import { statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "../tickets/ticketWrites.js";

/** A stored clock that has not ended. */
export interface ClockRow extends TargetClock {
  readonly id: number;
  readonly ticketId: number;
  readonly told: number;
}

/** A ticket as its clocks need it, and what its lists show of them. */
export interface TargetTicketRow extends TargetFacts {
  readonly id: number;
  readonly dueAt: Date | null;
  readonly dueOf: TargetKind | null;
}

const tickets = statement<TargetTicketRow>(
  "target_tickets",
  `SELECT id, status, is_group AS "isGroup", queue_id AS "queueId", user_id AS "userId", waiting_since AS "waitingSince",
     answered_at AS "answeredAt", created_at AS "createdAt", due_at AS "dueAt", due_of AS "dueOf" FROM ticket WHERE id = ANY($1::int[])`,
);
const CLOCK_COLUMNS = `id, ticket_id AS "ticketId", kind, since, started_at AS "startedAt", spent_ms AS "spentMs", running_since AS "runningSince",
  target_ms AS "targetMs", warn_at AS "warnAt", due_at AS "dueAt", breached_at AS "breachedAt", ended_at AS "endedAt", queue_id AS "queueId", user_id AS "userId", told`;
const running = statement<ClockRow>(
  "target_clocks",
  `SELECT ${CLOCK_COLUMNS} FROM target_clock WHERE ticket_id = ANY($1::int[]) AND ended_at IS NULL ORDER BY id FOR UPDATE`,
);
const forget = statement("target_forget", "DELETE FROM target_clock WHERE id = ANY($1::int[])");
const change = statement(
  "target_change",
  `UPDATE target_clock SET spent_ms = $2, running_since = $3, target_ms = $4, warn_at = $5, due_at = $6, breached_at = $7, ended_at = $8, queue_id = $9, user_id = $10 WHERE id = $1`,
);
const add = statement(
  "target_add",
  `INSERT INTO target_clock (ticket_id, kind, since, started_at, spent_ms, running_since, target_ms, warn_at, due_at, breached_at, ended_at, queue_id, user_id)
   VALUES ($11, $1, $12, $13, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (ticket_id, kind) WHERE ended_at IS NULL DO NOTHING`,
);
const show = statement("target_show", "UPDATE ticket SET due_at = $2, due_of = $3 WHERE id = $1");

/** Reads locked tickets with their clocks that have not ended, which it locks. */
export async function readTargetFacts(
  tx: Sql,
  ticketIds: readonly number[],
): Promise<readonly { readonly ticket: TargetTicketRow; readonly clocks: readonly ClockRow[] }[]> {
  const [rows, clocks] = await Promise.all([tx.run(tickets, [ticketIds]), tx.run(running, [ticketIds])]);
  return rows.map((ticket) => ({ ticket, clocks: clocks.filter(({ ticketId }) => ticketId === ticket.id) }));
}

export interface ClockChanges {
  readonly ticketId: number;
  readonly forgotten: readonly number[];
  readonly changed: readonly (TargetClock & { readonly id: number })[];
  readonly added: readonly TargetClock[];
  /** What lists show; undefined where it stays. */
  readonly shown: { readonly dueAt: Date | null; readonly dueOf: TargetKind | null } | undefined;
}

const valuesOf = (clock: TargetClock): readonly unknown[] => [
  ...[clock.spentMs, clock.runningSince, clock.targetMs, clock.warnAt, clock.dueAt],
  ...[clock.breachedAt, clock.endedAt, clock.queueId, clock.userId],
];

/** Writes what has changed of the clocks of a locked ticket, and what its lists show. */
export async function writeClocks(tx: Sql, { ticketId, forgotten, changed, added, shown }: ClockChanges): Promise<void> {
  const writes: Promise<unknown>[] = [];
  if (forgotten.length > 0) writes.push(tx.run(forget, [forgotten]));
  for (const clock of changed) writes.push(tx.run(change, [clock.id, ...valuesOf(clock)]));
  for (const clock of added) writes.push(tx.run(add, [clock.kind, ...valuesOf(clock), ticketId, clock.since, clock.startedAt]));
  if (shown) writes.push(tx.run(show, [ticketId, shown.dueAt, shown.dueOf]));
  await Promise.all(writes);
}

const due = statement<{ id: number }>(
  "target_due",
  "SELECT id FROM target_clock WHERE next_at IS NOT NULL AND next_at <= $1 ORDER BY next_at LIMIT $2",
);

/** A clock whose owner is to be told of it now. */
export interface DueClock {
  readonly id: number;
  readonly kind: TargetKind;
  readonly dueAt: Date;
  readonly queueId: number;
  readonly userId: number | null;
}

// What another transaction holds is left to it, or to the next run.
const lockDue = statement<DueClock>(
  "target_lock_due",
  `SELECT id, kind, due_at AS "dueAt", queue_id AS "queueId", user_id AS "userId"
   FROM target_clock WHERE id = ANY($1::int[]) AND next_at <= $2 ORDER BY id FOR UPDATE SKIP LOCKED`,
);
const mark = statement(
  "target_told",
  "UPDATE target_clock SET told = $2, breached_at = CASE WHEN $2 = 2 THEN coalesce(breached_at, due_at) ELSE breached_at END WHERE id = ANY($1::int[])",
);

/** Lists the clocks of which somebody is to be told, the longest due first. */
export const listDueClocks = async (sql: Sql, now: Date, limit: number) => (await sql.run(due, [now, limit])).map(({ id }) => id);

/** Locks those of some clocks which still have to be told and which nobody else has locked. */
export const lockDueClocks = (tx: Sql, ids: readonly number[], now: Date) => tx.run(lockDue, [ids, now]);

/** Records that people were told of clocks: 1 before their time is over, 2 when it was, which is a breach from then on. */
export const markTold = (tx: Sql, ids: readonly number[], told: 1 | 2) => tx.run(mark, [ids, told]);

const ask = statement(
  "target_ask_recount",
  `INSERT INTO target_recount (queue_id, asked_at) SELECT unnest($1::int[]), $2 ON CONFLICT (queue_id) DO UPDATE SET asked_at = excluded.asked_at`,
);
const list = statement<{ queueId: number; askedAt: Date }>(
  "target_recounts",
  `SELECT queue_id AS "queueId", asked_at AS "askedAt" FROM target_recount ORDER BY queue_id`,
);
const settle = statement("target_settle_recount", "DELETE FROM target_recount WHERE queue_id = $1 AND asked_at = $2");
const lockSome = statement<LockedTicket>(
  "target_lock_queue",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE bucket IN ('pending', 'open', 'paused', 'bot') AND queue_key = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE`,
);

/** Asks a worker to count the running clocks of queues anew. */
export const requestRecount = (tx: Sql, queueIds: readonly number[], now: Date) => tx.run(ask, [queueIds, now]);

export const listRecounts = (sql: Sql) => sql.run(list);

/** Takes a request away, unless it was made again meanwhile. */
export const settleRecount = (sql: Sql, queueId: number, askedAt: Date) => sql.run(settle, [queueId, askedAt]);

/** Locks some live tickets of a queue after an id, in the order of their ids. */
export const lockTicketsOfQueue = (tx: Sql, queueId: number, afterId: number, limit: number) => tx.run(lockSome, [queueId, afterId, limit]);
