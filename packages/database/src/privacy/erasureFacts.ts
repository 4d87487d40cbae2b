import { one, statement, type Sql } from "../sql/index.js";

/** What is known of a person who shall be erased: what goes, and what has to end before. */
export interface ErasureFacts {
  readonly tickets: number;
  readonly messages: number;
  readonly groupMessages: number;
  readonly files: number;
  readonly protocols: number;
  /** Conversations that are not closed. */
  readonly live: number;
  /** Mass sends and schedules under way that name the person. */
  readonly sends: number;
  /** Messages on their way to the person. */
  readonly outgoing: number;
  /** Events of the person that were stored and are not applied yet. */
  readonly arriving: number;
  /** Exports of the person's data that are being read. */
  readonly exports: number;
}

/** Whether an export of a person's data is being read. */
export const IS_EXPORTED = "seen_at > now() - interval '1 minute'";

// A run that is still being listed may be about to name the person.
const facts = statement<ErasureFacts>(
  "erasure_facts",
  `WITH own AS MATERIALIZED (SELECT id, status FROM ticket WHERE contact_id = $1),
     said AS MATERIALIZED (SELECT m.id, m.file_id FROM message m JOIN own ON own.id = m.ticket_id)
   SELECT (SELECT count(*)::int FROM own) AS tickets, (SELECT count(*)::int FROM said) AS messages,
     (SELECT count(*)::int FROM message m WHERE m.contact_id = $1 AND NOT EXISTS (SELECT FROM own WHERE own.id = m.ticket_id)) AS "groupMessages",
     (SELECT count(file_id)::int FROM said) AS files,
     (SELECT count(*)::int FROM protocol p JOIN own ON own.id = p.ticket_id) AS protocols,
     (SELECT count(*)::int FROM own WHERE status <> 'closed') AS live,
     (SELECT count(*)::int FROM send_run r WHERE r.state IN ('freezing', 'running', 'paused') AND (
        EXISTS (SELECT FROM send_recipient s WHERE s.run_id = r.id AND s.contact_id = $1)
        OR r.state = 'freezing' AND (r.all_contacts OR $1 = ANY(r.contact_ids)
          OR r.tag_ids && ARRAY(SELECT tag_id FROM contact_tag WHERE contact_id = $1)))) AS sends,
     (SELECT count(*)::int FROM outbox o JOIN said ON said.id = o.message_id WHERE o.state IN ('queued', 'handed')) AS outgoing,
     (SELECT count(*)::int FROM inbound_event e WHERE e.state = 0 AND substr(e.lane, position(':' IN e.lane) + 1) = ANY($2)) AS arriving,
     (SELECT count(*)::int FROM person_export WHERE contact_id = $1 AND ${IS_EXPORTED}) AS exports`,
);

const chats = statement<{ chat: string }>(
  "erasure_chats",
  `SELECT kind || ':' || value AS chat FROM contact_address WHERE contact_id = $1
   UNION SELECT 'phone:' || number FROM contact WHERE id = $1 AND number IS NOT NULL
   UNION SELECT m.chat FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE t.contact_id = $1 AND NOT t.is_group`,
);

/** The keys under which the person's conversations and words are stored: addresses, and chats of earlier addresses. */
export const listPersonKeys = async (sql: Sql, contactId: number): Promise<string[]> =>
  (await sql.run(chats, [contactId])).map(({ chat }) => chat);

/** Counts what goes with a person, and what speaks against it now. */
export const readErasureFacts = (sql: Sql, contactId: number, keys: readonly string[]): Promise<ErasureFacts> =>
  one(sql.run(facts, [contactId, keys]));
