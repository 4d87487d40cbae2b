import { first, statement, type Sql } from "../sql/index.js";

/** What the network says of a number: it has it, it has it not, or nothing. */
export type NumberAnswer = "found" | "missing" | "unanswered";

/** Whether a message may go to a contact, its number must be asked about or its answer awaited first, or the network has it not. */
export type NumberCheck = "go" | "ask" | "wait" | "missing";

/** How many recipients of a run are looked at for one question. */
const LOOK_AHEAD = 20;

/** A contact that a file brought, or one of before whose origin nobody stored, with which no message was ever exchanged. */
const STRANGER = `coalesce(c.origin, 'import') = 'import' AND NOT EXISTS (SELECT FROM ticket t JOIN message m ON m.ticket_id = t.id WHERE t.contact_id = c.id)`;
const OWN_PHONE = "a.connection_id = 0 AND a.kind = 'phone' AND a.value = c.number";
const VALID = `CASE WHEN a.network_check IN ('found', 'missing') THEN interval '30 days' ELSE interval '1 hour' END`;
const UNASKED = `(a.network_check IS NULL OR a.checked_at < clock_timestamp() - ${VALID})`;

// A question that got no answer in a minute gets none: its process may have ended.
const check = statement<{ result: NumberCheck }>(
  "number_check",
  `SELECT CASE WHEN ${UNASKED} THEN 'ask' WHEN a.network_check = 'missing' THEN 'missing'
     WHEN a.network_check = 'asked' AND a.checked_at > clock_timestamp() - interval '1 minute' THEN 'wait' ELSE 'go' END AS result
   FROM contact c JOIN contact_address a ON ${OWN_PHONE} WHERE c.id = $1 AND ${STRANGER}`,
);
const takeTurn = statement<{ id: number }>(
  "number_check_turn",
  `UPDATE send_pacing SET next_check_at = clock_timestamp() + interval_ms * interval '1 millisecond' WHERE connection_id = $1 AND stopped_at IS NULL
     AND (next_check_at <= clock_timestamp() OR next_check_at > clock_timestamp() + interval_ms * interval '1 millisecond')
   RETURNING connection_id AS id`,
);
const listUnasked = statement<UncheckedNumber>(
  "number_check_list",
  `SELECT c.id AS "contactId", a.value AS phone FROM (
     SELECT contact_id FROM send_recipient WHERE run_id = $1 AND state = 'queued' ORDER BY contact_id LIMIT ${LOOK_AHEAD}) next
   JOIN contact c ON c.id = next.contact_id JOIN contact_address a ON ${OWN_PHONE} WHERE ${STRANGER} AND ${UNASKED} ORDER BY c.id`,
);
const setAnswers = statement(
  "number_check_set",
  `WITH known AS (
     SELECT a.value FROM contact_address a WHERE a.connection_id = 0 AND a.kind = 'phone' AND a.value = ANY($1::text[]) ORDER BY a.value FOR NO KEY UPDATE)
   UPDATE contact_address a SET network_check = i.answer, checked_at = clock_timestamp() FROM unnest($1::text[], $2::text[]) AS i(phone, answer)
   WHERE a.connection_id = 0 AND a.kind = 'phone' AND a.value = i.phone AND a.value IN (SELECT value FROM known)`,
  { wakes: ["sends"] },
);

/** A number that nobody has asked about. */
export interface UncheckedNumber {
  readonly contactId: number;
  readonly phone: string;
}

/** What is stored about the number of a recipient. An answer holds for 30 days, an attempt without one for an hour. */
export const getNumberCheck = async (tx: Sql, contactId: number): Promise<NumberCheck> =>
  (await first(tx.run(check, [contactId])))?.result ?? "go";

/** Takes a connection's turn to ask, at most one in its interval. Returns whether it was free. */
export const takeCheckTurn = async (tx: Sql, connectionId: number): Promise<boolean> =>
  (await first(tx.run(takeTurn, [connectionId]))) !== null;

/** The numbers among the next recipients of a run that must be asked about, in their order. */
export const listUncheckedNumbers = (tx: Sql, runId: number): Promise<UncheckedNumber[]> => tx.run(listUnasked, [runId]);

/** Stores what is known about numbers: the answers, or that they were asked. */
export async function setNumberChecks(tx: Sql, answers: ReadonlyMap<string, NumberAnswer | "asked">): Promise<void> {
  if (answers.size > 0) await tx.run(setAnswers, [[...answers.keys()], [...answers.values()]]);
}
