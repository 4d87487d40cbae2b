import { first, statement, type Sql } from "../sql/index.js";

/** Something that the chatbot of a ticket has to be asked. */
export interface ChatbotTurn {
  readonly id: number;
  readonly ticketId: number;
  /** The customer's message. */
  readonly eventId: number;
  /** Its text; null for a new session. */
  readonly said: string | null;
  /** A process took it before and has not answered in time. */
  readonly isLate: boolean;
}

/** A ticket's session at the chatbot. */
export interface ChatbotSession {
  readonly sessionId: string;
  /** The choices that the chatbot offered last, in the order of their numbers. */
  readonly choices: readonly string[];
  /** How often the chatbot was asked in this session. */
  readonly turns: number;
}

const insertRow = statement("chatbot_turn_insert", `INSERT INTO chatbot_turn (ticket_id, event_id, said) VALUES ($1, $2, $3)`, {
  wakes: ["chatbots"],
});
// The turns of a ticket are answered one after the other. The database's clock says what is late,
// because those of two workers may differ.
const claimRow = statement<ChatbotTurn>(
  "chatbot_turn_claim",
  `WITH next AS (
     SELECT t.id, t.claimed_at IS NOT NULL AS late FROM chatbot_turn t
     WHERE (t.claimed_at IS NULL OR t.claimed_at < clock_timestamp() - $1 * interval '1 millisecond') AND NOT EXISTS (SELECT 1 FROM chatbot_turn e WHERE e.ticket_id = t.ticket_id AND e.id < t.id)
     ORDER BY t.id LIMIT 1 FOR UPDATE SKIP LOCKED)
   UPDATE chatbot_turn t SET claimed_at = clock_timestamp() FROM next WHERE t.id = next.id
   RETURNING t.id, t.ticket_id AS "ticketId", t.event_id AS "eventId", t.said, next.late AS "isLate"`,
);
const deleteRow = statement<{ id: number }>("chatbot_turn_delete", `DELETE FROM chatbot_turn WHERE id = $1 RETURNING id`);
const sessionOf = statement<ChatbotSession>(
  "chatbot_session_get",
  `SELECT session_id AS "sessionId", choices, turns FROM chatbot_session WHERE ticket_id = $1`,
);
const putRow = statement(
  "chatbot_session_put",
  `INSERT INTO chatbot_session (ticket_id, session_id, choices, turns) VALUES ($1, $2, $3, $4)
   ON CONFLICT (ticket_id) DO UPDATE SET session_id = excluded.session_id, choices = excluded.choices, turns = excluded.turns`,
);
const endRow = statement("chatbot_session_end", `DELETE FROM chatbot_session WHERE ticket_id = $1`);

/** Stores what the chatbot has to be asked, in the transaction of the customer's message. */
export async function insertChatbotTurn(tx: Sql, turn: Pick<ChatbotTurn, "ticketId" | "eventId" | "said">): Promise<void> {
  await tx.run(insertRow, [turn.ticketId, turn.eventId, turn.said]);
}

/** Claims the next turn: one that nobody has, or one that was claimed more than `lateMs` ago and never answered. */
export const claimChatbotTurn = (sql: Sql, lateMs: number) => first(sql.run(claimRow, [lateMs]));

/** Deletes an answered turn; false when another process has answered it. */
export const deleteChatbotTurn = async (tx: Sql, id: number): Promise<boolean> => (await tx.run(deleteRow, [id])).length > 0;

export const getChatbotSession = (sql: Sql, ticketId: number) => first(sql.run(sessionOf, [ticketId]));

export async function putChatbotSession(tx: Sql, ticketId: number, { sessionId, choices, turns }: ChatbotSession): Promise<void> {
  await tx.run(putRow, [ticketId, sessionId, choices, turns]);
}

export async function endChatbotSession(tx: Sql, ticketId: number): Promise<void> {
  await tx.run(endRow, [ticketId]);
}
