import type { TicketFacts } from "@balcao/domain/tickets";
import { one, statement, type Sql } from "../sql/index.js";

/** A ticket that is deleted with its contact. */
export interface DoomedTicket extends TicketFacts {
  readonly id: number;
  readonly version: number;
}

const lockTickets = statement<DoomedTicket>(
  "contact_lock_tickets",
  `SELECT id, status, is_group AS "isGroup", queue_id AS "queueId", user_id AS "userId", guest_ids AS "guestIds", version FROM ticket WHERE contact_id = $1 ORDER BY id FOR UPDATE`,
);
// Files without an owner are deleted a day later.
const disownFiles = statement(
  "contact_disown_files",
  `WITH doomed AS (
     SELECT m.file_id AS id FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE t.contact_id = $1 AND m.file_id IS NOT NULL
     UNION SELECT f.id FROM file f JOIN message m ON f.owner_id = m.id JOIN ticket t ON t.id = m.ticket_id WHERE t.contact_id = $1 AND f.owner_kind = 'message'
     UNION SELECT picture_file_id FROM contact WHERE id = $1)
   UPDATE file SET owner_kind = 'incoming', owner_id = NULL FROM doomed WHERE file.id = doomed.id AND file.owner_kind <> 'schedule'`,
);
const countMessages = statement<{ n: number }>(
  "contact_count_messages",
  `SELECT count(*)::int AS n FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE t.contact_id = $1`,
);
const deleteRow = statement("contact_delete", `DELETE FROM contact WHERE id = $1`);
// A group belongs to its network, and comes back with the next message.
const KEPT = {
  groups: "c.is_group",
  tickets: "EXISTS (SELECT 1 FROM ticket t WHERE t.contact_id = c.id)",
  redirects: `EXISTS (SELECT 1 FROM contact_redirect r WHERE r.contact_id = c.id)
     OR EXISTS (SELECT 1 FROM contact_redirect_queue r WHERE r.contact_id = c.id)`,
  // Schedules that name it, and runs that have not reached it yet.
  sends: `c.id IN (SELECT unnest(contact_ids) FROM schedule WHERE deleted_at IS NULL)
     OR c.id IN (SELECT contact_id FROM send_recipient WHERE state IN ('queued', 'handed'))`,
} as const;
const UNUSED = Object.values(KEPT)
  .map((refers) => `NOT (${refers})`)
  .join(" AND ");
const WHY = Object.entries(KEPT)
  .map(([name, refers]) => `WHEN ${refers} THEN '${name}'`)
  .join(" ");

/** How many contacts nothing refers to, what goes with how many of them, and how many others stay, each for its first reason. */
export interface UnusedContacts {
  readonly unused: number;
  readonly withTags: number;
  readonly withExtraInfo: number;
  readonly withPicture: number;
  readonly groups: number;
  readonly tickets: number;
  readonly redirects: number;
  readonly sends: number;
}

const countUnused = statement<UnusedContacts>(
  "contact_count_unused",
  `SELECT count(*) FILTER (WHERE why IS NULL)::int AS unused,
     count(*) FILTER (WHERE why IS NULL AND EXISTS (SELECT 1 FROM contact_tag t WHERE t.contact_id = c.id))::int AS "withTags",
     count(*) FILTER (WHERE why IS NULL AND EXISTS (SELECT 1 FROM contact_extra e WHERE e.contact_id = c.id))::int AS "withExtraInfo",
     count(*) FILTER (WHERE why IS NULL AND picture_file_id IS NOT NULL)::int AS "withPicture",
     ${Object.keys(KEPT)
       .map((name) => `count(*) FILTER (WHERE why = '${name}')::int AS ${name}`)
       .join(", ")}
   FROM (SELECT c.id, c.picture_file_id, CASE ${WHY} END AS why FROM contact c) c`,
);
const deleteUnused = statement<{ deleted: number; lastId: number | null }>(
  "contact_delete_unused",
  `WITH step AS (SELECT id FROM contact WHERE id > $1 ORDER BY id LIMIT $2),
     doomed AS (SELECT c.id FROM contact c JOIN step USING (id) WHERE ${UNUSED} FOR UPDATE OF c SKIP LOCKED),
     pictures AS (UPDATE file SET owner_kind = 'incoming', owner_id = NULL FROM contact c JOIN doomed USING (id) WHERE file.id = c.picture_file_id),
     gone AS (DELETE FROM contact c USING doomed WHERE c.id = doomed.id RETURNING c.id)
   SELECT (SELECT count(*)::int FROM gone) AS deleted, (SELECT max(id) FROM step) AS "lastId"`,
);

/** Locks the tickets of a contact in the order of their ids, and returns them. */
export const lockContactTickets = (tx: Sql, contactId: number): Promise<DoomedTicket[]> => tx.run(lockTickets, [contactId]);

/** Deletes a contact with its tickets and messages, whose number it returns; their files lose their owner. */
export async function deleteContactRow(tx: Sql, contactId: number): Promise<number> {
  const { n } = await one(tx.run(countMessages, [contactId]));
  await tx.run(disownFiles, [contactId]);
  await tx.run(deleteRow, [contactId]);
  return n;
}

export const countUnusedContacts = (sql: Sql) => one(sql.run(countUnused));

/**
 * Deletes those of the next contacts by id that nothing refers to. `lastId` is where the next step
 * begins, null at the end.
 */
export const deleteUnusedContacts = (tx: Sql, afterId: number, limit: number) => one(tx.run(deleteUnused, [afterId, limit]));
