import { first, one, statement, type Sql } from "../sql/index.js";

export interface UndoneRun {
  readonly id: number;
  readonly sourceId: number;
  readonly endedAt: Date | null;
  /** Whether a later run of its source has not been undone. */
  readonly hasLater: boolean;
}

const findRun = statement<UndoneRun>(
  "moving_undo_run",
  `SELECT id, source_id AS "sourceId", ended_at AS "endedAt",
     EXISTS (SELECT FROM moving_run l WHERE l.source_id = r.source_id AND l.id > r.id AND l.state <> 'undone') AS "hasLater"
   FROM moving_run r WHERE id = $1 AND state <> 'undone'`,
);
const undone = statement("moving_undo_end", `UPDATE moving_run SET state = 'undone' WHERE id = $1`);

// Somebody has changed it, or written or received something in it.
const KEEPS = "(t.version > 1 OR EXISTS (SELECT FROM message own WHERE own.ticket_id = t.id AND own.imported IS NULL))";
const PART = `part AS MATERIALIZED (
     SELECT key, id FROM moving_item WHERE source_id = $1 AND kind = $2 AND key > $4 AND run_id = $3 ORDER BY key LIMIT $5)`;
const FORGET = (gone: string): string =>
  `forgotten AS (DELETE FROM moving_item i USING part WHERE i.source_id = $1 AND i.kind = $2 AND i.key = part.key
     AND (NOT i.made OR i.id IN (SELECT id FROM ${gone})))`;
const LAST = `(SELECT max(key) FROM part) AS place`;

// Whether a ticket is kept is asked once, and not for each of its thousands of messages.
const messages = statement<{ place: string | null; ticketIds: number[] | null; n: number }>(
  "moving_undo_messages",
  `WITH ${PART}, places AS MATERIALIZED (SELECT DISTINCT m.ticket_id AS id FROM part JOIN message m ON m.id = part.id),
     loose AS MATERIALIZED (SELECT t.id FROM places JOIN ticket t ON t.id = places.id WHERE NOT ${KEEPS}),
     gone AS (DELETE FROM message m USING part, loose WHERE m.id = part.id AND m.imported IS NOT NULL AND m.ticket_id = loose.id
     RETURNING m.id, m.ticket_id), ${FORGET("gone")}
   SELECT ${LAST}, (SELECT array_agg(DISTINCT ticket_id) FROM gone) AS "ticketIds", (SELECT count(*)::int FROM gone) AS n`,
);
// The bytes of the files go as those of others that belong to nobody.
const files = statement<{ place: string | null; n: number }>(
  "moving_undo_files",
  `WITH ${PART}, gone AS (UPDATE message m SET file_id = NULL, media_state = 'failed', error = NULL, media = m.media - 'quarantined' FROM part, moving_item made, ticket t
       WHERE made.source_id = $1 AND made.kind = $2 AND made.key = part.key AND made.made
         AND m.id = part.id AND m.imported IS NOT NULL AND t.id = m.ticket_id AND NOT ${KEEPS}
     RETURNING m.id), loose AS (UPDATE file f SET owner_kind = 'incoming', owner_id = NULL FROM gone WHERE f.owner_kind = 'message' AND f.owner_id = gone.id),
     ${FORGET("gone")}
   SELECT ${LAST}, (SELECT count(*)::int FROM gone) AS n`,
);
const ratings = statement<{ place: string | null; n: number }>(
  "moving_undo_ratings",
  `WITH ${PART}, gone AS (DELETE FROM rating r USING part, ticket t WHERE r.id = part.id AND r.imported IS NOT NULL AND t.id = r.ticket_id AND NOT ${KEEPS}
     RETURNING r.id), ${FORGET("gone")}
   SELECT ${LAST}, (SELECT count(*)::int FROM gone) AS n`,
);
const tickets = statement<{ place: string | null; n: number; kept: number[] | null }>(
  "moving_undo_tickets",
  `WITH ${PART}, gone AS (DELETE FROM ticket t USING part WHERE t.id = part.id AND t.imported IS NOT NULL AND NOT ${KEEPS} RETURNING t.id), ${FORGET("gone")}
   SELECT ${LAST}, (SELECT count(*)::int FROM gone) AS n,
     (SELECT array_agg(t.id) FROM part JOIN ticket t ON t.id = part.id WHERE t.id NOT IN (SELECT id FROM gone)) AS kept`,
);
const TOUCHED = [
  "ticket",
  "contact_extra",
  "contact_opt_out",
  "contact_redirect",
  "contact_redirect_queue",
  "contact_redirect_user",
  "send_recipient",
];
const contacts = statement<{ place: string | null; n: number }>(
  "moving_undo_contacts",
  `WITH ${PART}, gone AS (DELETE FROM contact c USING part, moving_item made WHERE c.id = part.id AND made.source_id = $1 AND made.kind = $2 AND made.key = part.key
       AND made.made AND c.updated_at <= $6 AND ${TOUCHED.map((table) => `NOT EXISTS (SELECT FROM ${table} x WHERE x.contact_id = c.id)`).join(" AND ")}
       AND NOT EXISTS (SELECT FROM contact_merge x WHERE x.kept_id = c.id)
     RETURNING c.id), ${FORGET("gone")}
   SELECT ${LAST}, (SELECT count(*)::int FROM gone) AS n`,
);
const answers = statement<{ n: number }>(
  "moving_undo_answers",
  `WITH gone AS (DELETE FROM quick_answer a USING moving_item i WHERE i.source_id = $1 AND i.kind = 'quickAnswers' AND i.run_id = $2 AND i.made AND i.id = a.id
       AND a.used_count = 0 AND a.updated_at <= $3 RETURNING a.id),
     forgotten AS (DELETE FROM moving_item WHERE source_id = $1 AND kind = 'quickAnswers' AND run_id = $2 AND (NOT made OR id IN (SELECT id FROM gone)))
   SELECT count(*)::int AS n FROM gone`,
);
const tags = statement<{ n: number }>(
  "moving_undo_tags",
  `WITH gone AS (DELETE FROM tag t USING moving_item i WHERE i.source_id = $1 AND i.kind = 'tags' AND i.run_id = $2 AND i.made AND i.id = t.id
       AND NOT EXISTS (SELECT FROM contact_tag c WHERE c.tag_id = t.id) RETURNING t.id),
     forgotten AS (DELETE FROM moving_item WHERE source_id = $1 AND kind = 'tags' AND run_id = $2 AND (NOT made OR id IN (SELECT id FROM gone)))
   SELECT count(*)::int AS n FROM gone`,
);
const links = statement("moving_undo_links", `DELETE FROM moving_item WHERE source_id = $1 AND kind = 'tagLinks' AND run_id = $2`);

/** A run that is not undone yet. */
export const findUndoable = (sql: Sql, id: number): Promise<UndoneRun | null> => first(sql.run(findRun, [id]));
export const endUndo = (tx: Sql, id: number) => tx.run(undone, [id]);

interface Step {
  readonly run: UndoneRun;
  /** The key after which the step begins. */
  readonly after: string;
  readonly most: number;
}

/** Deletes what a run has made of messages or notes, a part of it, in tickets in which nobody did anything since. */
export const undoMessages = (tx: Sql, kind: "messages" | "notes", { run, after, most }: Step) =>
  one(tx.run(messages, [run.sourceId, kind, run.id, after, most]));
/** Takes its files from messages in tickets in which nobody did anything since. */
export const undoFiles = (tx: Sql, { run, after, most }: Step) => one(tx.run(files, [run.sourceId, "files", run.id, after, most]));
export const undoRatings = (tx: Sql, { run, after, most }: Step) => one(tx.run(ratings, [run.sourceId, "ratings", run.id, after, most]));
/** Deletes its tickets; `kept` are those in which somebody did something. */
export const undoTickets = (tx: Sql, { run, after, most }: Step) => one(tx.run(tickets, [run.sourceId, "tickets", run.id, after, most]));
/** Deletes its contacts that nothing else uses and nobody has changed since. */
export const undoContacts = (tx: Sql, { run, after, most }: Step, now: Date) =>
  one(tx.run(contacts, [run.sourceId, "contacts", run.id, after, most, run.endedAt ?? now]));
/** Deletes its quick answers and tags that nobody uses. */
export async function undoTexts(tx: Sql, run: UndoneRun, now: Date): Promise<number> {
  await tx.run(links, [run.sourceId, run.id]);
  const gone = (await one(tx.run(answers, [run.sourceId, run.id, run.endedAt ?? now]))).n;
  return gone + (await one(tx.run(tags, [run.sourceId, run.id]))).n;
}
