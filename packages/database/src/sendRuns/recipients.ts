import type { RecipientState } from "@balcao/domain/sends";
import { one, statement, type Sql } from "../sql/index.js";

/** A recipient of a run, with what was sent. */
export interface RecipientRow {
  readonly contactId: number;
  readonly name: string;
  readonly state: RecipientState;
  readonly reason: string | null;
  readonly handedAt: Date | null;
  readonly changedAt: Date | null;
  readonly messageId: number | null;
  readonly ticketId: number | null;
  /** The message's id in the network. */
  readonly providerId: string | null;
  readonly ack: number | null;
  /** When the message reached each ack, by its number. */
  readonly ackTimes: Readonly<Record<string, string>> | null;
}

const SHOWN = `s.contact_id AS "contactId", coalesce(c.name, s.name) AS name, s.state, s.reason, s.handed_at AS "handedAt", s.changed_at AS "changedAt",
  s.message_id AS "messageId", m.ticket_id AS "ticketId", m.external_id AS "providerId", m.ack, m.ack_times AS "ackTimes"`;
const page = statement<RecipientRow>(
  "send_recipient_page",
  `SELECT ${SHOWN} FROM (SELECT * FROM send_recipient WHERE run_id = $1 AND ($2::text IS NULL OR state = $2) ORDER BY contact_id OFFSET $3 LIMIT $4) s
   LEFT JOIN contact c ON c.id = s.contact_id LEFT JOIN message m ON m.id = s.message_id ORDER BY s.contact_id`,
);
const after = statement<RecipientRow>(
  "send_recipient_after",
  `SELECT ${SHOWN} FROM (SELECT * FROM send_recipient WHERE run_id = $1 AND contact_id > $2 ORDER BY contact_id LIMIT $3) s
   LEFT JOIN contact c ON c.id = s.contact_id LEFT JOIN message m ON m.id = s.message_id ORDER BY s.contact_id`,
);
const counts = statement<{ state: RecipientState; n: number }>(
  "send_recipient_counts",
  `SELECT state, count(*)::int AS n FROM send_recipient WHERE run_id = $1 GROUP BY state`,
);

/** A page of a run's recipients, in the order in which they get the message. */
export const listRecipients = (
  sql: Sql,
  runId: number,
  { state, offset, limit }: { readonly state: RecipientState | null; readonly offset: number; readonly limit: number },
): Promise<RecipientRow[]> => sql.run(page, [runId, state, offset, limit]);

/** The recipients of a run after a contact, in the same order: every page costs the same. */
export const listRecipientsAfter = (sql: Sql, runId: number, contactId: number, limit: number): Promise<RecipientRow[]> =>
  sql.run(after, [runId, contactId, limit]);

/** How many recipients of a run are in each state. */
export const countRecipients = (sql: Sql, runId: number) => sql.run(counts, [runId]);

/** How often the recipients of a run got something, counted from what was handed over. */
interface ProofRow {
  readonly recipients: number;
  readonly once: number;
  readonly twice: number;
  /** Hand-offs that were repeated as the same message, after an answer that did not come. */
  readonly repeated: number;
}

/** The query of the proof, as people read it: it counts the outbox, not the states of recipients. */
export const PROOF_QUERY = `WITH handed AS (
  SELECT lane, count(DISTINCT message_id) AS messages, sum(attempt) AS attempts
  FROM outbox
  WHERE send_run_id = $1 AND first_handed_at IS NOT NULL
  GROUP BY lane
)
SELECT (SELECT count(*) FROM send_recipient WHERE run_id = $1) AS recipients,
       count(*) FILTER (WHERE messages = 1) AS once,
       count(*) FILTER (WHERE messages > 1) AS twice,
       coalesce(sum(attempts - messages), 0) AS repeated
FROM handed`;

// A sum of bigints is a numeric, which arrives as a text.
const proof = statement<Omit<ProofRow, "repeated"> & { readonly repeated: string }>("send_run_proof", PROOF_QUERY);

/** Counts what was handed over for a run. */
export async function proveRun(sql: Sql, runId: number): Promise<ProofRow> {
  const row = await one(sql.run(proof, [runId]));
  return { ...row, repeated: Number(row.repeated) };
}
