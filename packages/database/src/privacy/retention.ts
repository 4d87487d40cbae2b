import type { DoomedTicket } from "../contacts/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";

/** What is deleted by its age, ticket by ticket. */
export type AgingKind = "tickets" | "messages" | "media";

/** Where a walk through old tickets is: the time that its order follows, and the id. */
interface WalkPlace {
  readonly at: Date;
  readonly id: number;
}

// A protocol is a record of its conversation, which stays whole. What is still to be sent keeps its conversation, too.
const KEPT = `EXISTS (SELECT FROM protocol p WHERE p.ticket_id = t.id)
  OR EXISTS (SELECT FROM schedule s WHERE s.ticket_id = t.id AND s.planned_at IS NOT NULL AND s.deleted_at IS NULL)
  OR EXISTS (SELECT FROM message m JOIN outbox o ON o.message_id = m.id WHERE m.ticket_id = t.id AND o.state IN ('queued', 'handed'))`;
// A ticket that is closed for long has no younger message; one that was only created long ago may have.
const AGE: Readonly<Record<AgingKind, string>> = { tickets: "closed_at", messages: "created_at", media: "created_at" };

const beginWalk = statement<{ at: Date; id: number; ended: boolean }>(
  "retention_walk",
  `INSERT INTO retention_walk (kind) VALUES ($1) ON CONFLICT (kind) DO UPDATE SET kind = excluded.kind
   RETURNING CASE WHEN at = '-infinity' THEN '0001-01-01' ELSE at END AS at, id,
     coalesce(ended_on = (now() AT TIME ZONE 'UTC')::date, false) AS ended`,
);
const saveWalk = statement("retention_walk_save", `UPDATE retention_walk SET at = $2, id = $3 WHERE kind = $1`);
const endWalk = statement(
  "retention_walk_end",
  `UPDATE retention_walk SET at = '-infinity', id = 0, ended_on = (now() AT TIME ZONE 'UTC')::date WHERE kind = $1`,
);

const stepOf = (kind: AgingKind) =>
  statement<{ id: number; at: Date }>(
    `retention_step_${kind}`,
    `SELECT id, ${AGE[kind]} AS at FROM ticket WHERE ${AGE[kind]} < $1 AND (${AGE[kind]}, id) > ($2::timestamptz, $3::int) ORDER BY ${AGE[kind]}, id LIMIT $4`,
  );
const steps = { tickets: stepOf("tickets"), messages: stepOf("messages"), media: stepOf("media") };

// Whoever has a ticket locked is about to do something with it, so it is left to the next day.
const lockClosed = statement<DoomedTicket>(
  "retention_lock",
  `SELECT t.id, t.status, t.is_group AS "isGroup", t.queue_id AS "queueId", t.user_id AS "userId", t.guest_ids AS "guestIds", t.version
   FROM ticket t WHERE t.id = ANY($1::int[]) AND t.status = 'closed' AND NOT (${KEPT}) ORDER BY t.id FOR UPDATE SKIP LOCKED`,
);
const disownOld = statement(
  "retention_disown",
  `WITH old AS MATERIALIZED (SELECT id, file_id FROM message WHERE ticket_id = ANY($1::int[]) AND sent_at < $2),
     doomed AS (SELECT file_id AS id FROM old WHERE file_id IS NOT NULL
       UNION SELECT f.id FROM file f JOIN old ON f.owner_kind = 'message' AND f.owner_id = old.id)
   UPDATE file SET owner_kind = 'incoming', owner_id = NULL FROM doomed WHERE file.id = doomed.id AND file.owner_kind = 'message'`,
);
const deleteTickets = statement<{ id: number }>("retention_delete_tickets", `DELETE FROM ticket WHERE id = ANY($1::int[]) RETURNING id`);
const deleteMessages = statement<AgedStep>(
  "retention_delete_messages",
  `WITH gone AS (DELETE FROM message WHERE ticket_id = ANY($1::int[]) AND sent_at < $2 RETURNING ticket_id),
     changed AS (UPDATE ticket SET version = version + 1, last_message = CASE WHEN last_message_at < $2 THEN '' ELSE last_message END,
         last_message_media = CASE WHEN last_message_at >= $2 THEN last_message_media END,
         last_message_state = CASE WHEN last_message_at >= $2 THEN last_message_state END
       WHERE id IN (SELECT ticket_id FROM gone) RETURNING id)
   SELECT (SELECT count(*)::int FROM gone) AS n, ARRAY(SELECT id FROM changed) AS "ticketIds"`,
);
const dropMedia = statement<AgedStep>(
  "retention_drop_media",
  `WITH old AS (UPDATE message SET file_id = NULL, media_state = 'failed', error = coalesce(error, '{"code": "ERR_MEDIA_GONE"}'::jsonb)
       WHERE ticket_id = ANY($1::int[]) AND sent_at < $2 AND file_id IS NOT NULL RETURNING ticket_id),
     changed AS (UPDATE ticket SET version = version + 1 WHERE id IN (SELECT ticket_id FROM old) RETURNING id)
   SELECT (SELECT count(*)::int FROM old) AS n, ARRAY(SELECT id FROM changed) AS "ticketIds"`,
);

/** Where the walk of a kind goes on; null when it has come to its end today. */
export async function readWalk(sql: Sql, kind: AgingKind): Promise<WalkPlace | null> {
  const { ended, ...place } = await one(sql.run(beginWalk, [kind]));
  return ended ? null : place;
}

/** Notes where the next step begins; null when there is none left today. */
export async function noteWalk(tx: Sql, kind: AgingKind, place: WalkPlace | null): Promise<void> {
  if (place === null) await tx.run(endWalk, [kind]);
  else await tx.run(saveWalk, [kind, place.at, place.id]);
}

interface AgedPage {
  readonly before: Date;
  readonly place: WalkPlace;
  readonly limit: number;
}

/** The next tickets that are as old, whatever their state. */
export const listAgedTickets = (sql: Sql, kind: AgingKind, { before, place, limit }: AgedPage) =>
  sql.run(steps[kind], [before, place.at, place.id, limit]);

/** Locks those of these tickets that are closed, have no protocol and nothing to send, and that nobody has locked. */
export const lockAgedTickets = (tx: Sql, ids: readonly number[]): Promise<DoomedTicket[]> => tx.run(lockClosed, [ids]);

/** How many conversations, messages or files a step took, and from which conversations. */
export interface AgedStep {
  readonly n: number;
  readonly ticketIds: readonly number[];
}

interface AgedPart {
  /** Locked tickets. */
  readonly ids: readonly number[];
  /** What was sent before goes. */
  readonly before: Date;
}

/**
 * What a step does with locked tickets: deletes them, or their old messages, or takes the old files, whose messages stay. Files lose their
 * owner, and housekeeping deletes them.
 */
export const TAKE_AGED: Readonly<Record<AgingKind, (tx: Sql, part: AgedPart) => Promise<AgedStep>>> = {
  tickets: async (tx, { ids }) => {
    await tx.run(disownOld, [ids, "infinity"]);
    const ticketIds = (await tx.run(deleteTickets, [ids])).map(({ id }) => id);
    return { n: ticketIds.length, ticketIds };
  },
  messages: async (tx, { ids, before }) => {
    await tx.run(disownOld, [ids, before]);
    return one(tx.run(deleteMessages, [ids, before]));
  },
  media: async (tx, { ids, before }) => {
    await tx.run(disownOld, [ids, before]);
    return one(tx.run(dropMedia, [ids, before]));
  },
};

/** How much a rule would delete now, and the oldest of it. */
export interface AgedCount {
  readonly n: number;
  readonly oldestAt: Date | null;
}

const countTickets = statement<AgedCount>(
  "retention_count_tickets",
  `SELECT count(*)::int AS n, min(t.closed_at) AS "oldestAt" FROM ticket t WHERE t.closed_at < $1 AND t.status = 'closed' AND NOT (${KEPT})`,
);
const countMessages = statement<AgedCount>(
  "retention_count_messages",
  `SELECT count(*)::int AS n, min(m.sent_at) AS "oldestAt" FROM message m JOIN ticket t ON t.id = m.ticket_id
   WHERE m.sent_at < $1 AND t.created_at < $1 AND t.status = 'closed' AND NOT (${KEPT})`,
);
const countMedia = statement<AgedCount>(
  "retention_count_media",
  `SELECT count(*)::int AS n, min(m.sent_at) AS "oldestAt" FROM message m JOIN ticket t ON t.id = m.ticket_id
   WHERE m.sent_at < $1 AND m.file_id IS NOT NULL AND t.created_at < $1 AND t.status = 'closed' AND NOT (${KEPT})`,
);
const countEvents = statement<AgedCount>(
  "retention_count_events",
  `SELECT count(*)::int AS n, min(received_at) AS "oldestAt" FROM inbound_event WHERE state = 1 AND received_at < $1`,
);
const countEntries = statement<AgedCount>(
  "retention_count_audit",
  `SELECT count(*)::int AS n, min(at) AS "oldestAt" FROM audit_entry WHERE at < $1`,
);
const COUNTS = { tickets: countTickets, messages: countMessages, media: countMedia, journal: countEvents, audit: countEntries };

/** Counts what is older and may go, as the deletion would judge now; of the audit everything before the instant. */
export const countAged = (sql: Sql, kind: keyof typeof COUNTS, before: Date): Promise<AgedCount> => one(sql.run(COUNTS[kind], [before]));

const archive = statement<{ n: number }>("retention_archive", `SELECT archive_audit($1)::int AS n`);
const unsealedBefore = statement<{ n: number }>("retention_unsealed", `SELECT count(*)::int AS n FROM audit_unsealed WHERE at < $1`);

/**
 * Takes a year out of the audit and drops it; the seals stay, so the chain is verified over it. Not while one of its entries is unsealed:
 * returns whether it went.
 */
export async function dropAuditYear(tx: Sql, name: string, until: string): Promise<boolean> {
  if (((await first(tx.run(unsealedBefore, [until])))?.n ?? 0) > 0) return false;
  await tx.run(archive, [name]);
  await tx.ask(`DROP TABLE public.${name}`);
  return true;
}
