import type { DecisionRule, FlowStep } from "@balcao/domain/flow";
import { first, statement, type Sql } from "../sql/index.js";

const setFlow = statement(
  "flow_set",
  `UPDATE ticket SET flow_step = $2, flow_menu = $3, flow_menu_at = $4, flow_repeats = $5 WHERE id = $1`,
);
const insertRow = statement(
  "flow_decision",
  `INSERT INTO ticket_decision (ticket_id, at, rule, queue_id, user_id, facts) VALUES ($1, $2, $3, $4, $5, $6)`,
);
const ofTicket = statement<DecisionRow>(
  "flow_decisions",
  `SELECT id, at, rule, queue_id AS "queueId", user_id AS "userId", facts FROM ticket_decision WHERE ticket_id = $1 ORDER BY id DESC LIMIT 50`,
);
const claimNotice = statement<{ id: number }>(
  "flow_out_of_hours",
  `UPDATE contact SET out_of_hours_at = $2 WHERE id = $1 AND (out_of_hours_at IS NULL OR out_of_hours_at <= $3) RETURNING id`,
);

interface TicketFlow {
  readonly flowStep: FlowStep;
  readonly flowMenu: readonly number[];
  readonly flowMenuAt: Date | null;
  readonly flowRepeats: number;
}

/** Stores how far the automatic answers of a locked ticket have come. */
export async function setTicketFlow(tx: Sql, ticketId: number, flow: TicketFlow): Promise<void> {
  await tx.run(setFlow, [ticketId, flow.flowStep, flow.flowMenu, flow.flowMenuAt, flow.flowRepeats]);
}

interface DecisionDraft {
  readonly ticketId: number;
  readonly at: Date;
  readonly rule: DecisionRule;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** An automatic decision about a ticket: where it went, and by which rule. */
export interface DecisionRow extends Omit<DecisionDraft, "ticketId"> {
  readonly id: number;
}

export async function insertDecision(tx: Sql, draft: DecisionDraft): Promise<void> {
  await tx.run(insertRow, [draft.ticketId, draft.at, draft.rule, draft.queueId, draft.userId, JSON.stringify(draft.facts)]);
}

/** Lists the newest automatic decisions about a ticket, at most 50. */
export const listDecisions = (sql: Sql, ticketId: number) => sql.run(ofTicket, [ticketId]);

/**
 * Claims the text about opening hours for a contact; returns false when it was sent after `since`,
 * so that two tickets of a contact do not both send it.
 */
export async function claimOutOfHours(tx: Sql, contactId: number, now: Date, since: Date): Promise<boolean> {
  return (await tx.run(claimNotice, [contactId, now, since])).length > 0;
}

// `last_activity` also rises with each change by a person, so that a ticket which somebody has just
// reopened is not idle, and an imported one that nobody has touched here is not. A message that is journalled, but not applied yet, counts as written.
const IDLE = `t.bucket IN ('open', 'bot') AND NOT t.is_group AND (t.imported IS NULL OR t.version > 1) AND t.last_activity < $1 AND (t.bucket = 'bot' OR (t.waiting_since IS NULL AND (
    SELECT m.from_me FROM message m WHERE m.ticket_id = t.id AND m.type <> 'comment' ORDER BY m.sent_at DESC, m.id DESC LIMIT 1)))
  AND NOT EXISTS (SELECT 1 FROM contact_address a JOIN inbound_event e ON e.state = 0 AND e.lane = t.connection_id || ':' || a.kind || ':' || a.value
    WHERE a.contact_id = t.contact_id)`;

const idleRows = statement<{ id: number }>(
  "flow_idle",
  `SELECT t.id FROM ticket t WHERE ${IDLE} AND t.queue_key = ANY($3::int[]) ORDER BY t.last_activity LIMIT $2`,
);
const idleRow = statement<{ id: number }>("flow_is_idle", `SELECT t.id FROM ticket t WHERE t.id = $2 AND ${IDLE}`);

/**
 * Lists open tickets of which we wrote the last message, and tickets of the bot, in which nothing has
 * happened since a moment, of some queues, 0 for none. Groups, paused tickets and waiting customers are never among them.
 */
export const listIdleTickets = async (
  sql: Sql,
  { since, queueKeys, limit }: { readonly since: Date; readonly queueKeys: readonly number[]; readonly limit: number },
) => (await sql.run(idleRows, [since, limit, queueKeys])).map(({ id }) => id);

/** Whether a locked ticket still is one of them. */
export const isIdleTicket = async (tx: Sql, ticketId: number, since: Date) => (await first(tx.run(idleRow, [since, ticketId]))) !== null;
