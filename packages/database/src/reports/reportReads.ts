import type { Closing } from "@balcao/domain/closing";
import type { HistoryCondition, MessageType } from "@balcao/domain/messages";
import type { TicketCondition, TicketStatus } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql } from "../access/index.js";
import type { TargetSumRow } from "../dashboard/index.js";
import { HISTORY_FIELDS } from "../messages/index.js";
import { countedOf } from "../moving/journal.js";
import { literal } from "../search/index.js";
import { one, type Sql } from "../sql/index.js";

/** The tickets of a report: those that the person may open, created in a period, without records of sent messages unless they are wanted (D-268). */
export interface ReportFilter {
  readonly condition: TicketCondition;
  readonly from: Date;
  readonly until: Date;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly contactId: number | null;
  readonly status: TicketStatus | null;
  readonly records: "without" | "with" | "only";
}

const RECORDS = { without: `t.origin IS NULL AND ${countedOf("t")}`, with: null, only: "t.origin IS NOT NULL" } as const;

/** The place after a row; null for the beginning. */
export interface ReportPlace {
  readonly at: Date;
  readonly id: number;
}

export interface TicketLine {
  readonly id: number;
  readonly contactName: string;
  readonly contactNumber: string | null;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly connectionId: number | null;
  readonly status: TicketStatus;
  readonly createdAt: Date;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
  readonly closing: Closing | null;
}

/** What the reports by queue and by person are made of. */
export type TicketTimes = Pick<TicketLine, "id" | "queueId" | "userId" | "status" | "createdAt" | "acceptedAt" | "closedAt">;

interface ContactLine {
  readonly name: string;
  readonly number: string | null;
  readonly pending: number;
  readonly open: number;
  readonly paused: number;
  readonly closed: number;
  readonly total: number;
  readonly lastAt: Date;
}

export interface MessageLine {
  readonly id: number;
  readonly sentAt: Date;
  readonly fromMe: boolean;
  readonly userId: number | null;
  readonly contactName: string | null;
  readonly type: MessageType;
  /** Empty when the message was deleted. */
  readonly body: string;
  readonly isDeleted: boolean;
  readonly fileName: string | null;
}

function whereOf({ condition, from, until, userId, queueId, contactId, status, records }: ReportFilter) {
  const fence = toSql(condition, TICKET_FIELDS, 1);
  const terms = [
    `t.created_at >= ${literal(from)}`,
    `t.created_at < ${literal(until)}`,
    userId === null ? null : `t.user_id = ${literal(userId)}`,
    queueId === null ? null : `t.queue_id = ${literal(queueId)}`,
    contactId === null ? null : `t.contact_id = ${literal(contactId)}`,
    status === null ? null : `t.status = ${literal(status)}`,
    RECORDS[records],
    fence.text,
  ];
  return { text: terms.filter((term) => term !== null).join(" AND "), values: fence.values };
}

const after = (place: ReportPlace | null, columns: string): string =>
  place === null ? "" : ` AND (${columns}) > (${literal(place.at)}, ${literal(place.id)})`;

/** Counts the tickets of a report, at most one more than `most`. */
export const countReportTickets = (sql: Sql, filter: ReportFilter, most: number) => countRows(sql, "1", filter, most);

/** Counts the contacts of a report, at most one more than `most`. */
export const countReportContacts = (sql: Sql, filter: ReportFilter, most: number) => countRows(sql, "DISTINCT t.contact_id", filter, most);

async function countRows(sql: Sql, rows: string, filter: ReportFilter, most: number): Promise<number> {
  const { text, values } = whereOf(filter);
  const { n } = await one(
    sql.ask<{ n: number }>(
      `SELECT count(*)::int AS n FROM (SELECT ${rows} FROM ticket t WHERE ${text} LIMIT ${most + 1}) AS found`,
      values,
    ),
  );
  return n;
}

/** Lists a batch of tickets in the order of their creation. */
export function listTicketLines(sql: Sql, filter: ReportFilter, place: ReportPlace | null, limit: number): Promise<TicketLine[]> {
  const { text, values } = whereOf(filter);
  return sql.ask<TicketLine>(
    `SELECT t.id, c.name AS "contactName", c.number AS "contactNumber", t.queue_id AS "queueId", t.user_id AS "userId", t.connection_id AS "connectionId",
       t.status, t.created_at AS "createdAt", t.accepted_at AS "acceptedAt", t.closed_at AS "closedAt", t.closing
     FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE ${text}${after(place, "t.created_at, t.id")}
     ORDER BY t.created_at, t.id LIMIT ${limit}`,
    values,
  );
}

/** Lists a batch of the facts of tickets in the order of their creation. */
export function listTicketTimes(sql: Sql, filter: ReportFilter, place: ReportPlace | null, limit: number): Promise<TicketTimes[]> {
  const { text, values } = whereOf(filter);
  return sql.ask<TicketTimes>(
    `SELECT t.id, t.queue_id AS "queueId", t.user_id AS "userId", t.status, t.created_at AS "createdAt", t.accepted_at AS "acceptedAt", t.closed_at AS "closedAt"
     FROM ticket t WHERE ${text}${after(place, "t.created_at, t.id")} ORDER BY t.created_at, t.id LIMIT ${limit}`,
    values,
  );
}

/** Counts the tickets of each contact by status, in the order of the names. */
export function listContactLines(sql: Sql, filter: ReportFilter, limit: number): Promise<ContactLine[]> {
  const { text, values } = whereOf(filter);
  const count = (status: TicketStatus): string => `count(*) FILTER (WHERE t.status = ${literal(status)})::int AS ${status}`;
  return sql.ask<ContactLine>(
    `SELECT c.name, c.number, n.pending, n.open, n.paused, n.closed, n.total, n.last_at AS "lastAt" FROM (
       SELECT t.contact_id, ${(["pending", "open", "paused", "closed"] as const).map(count).join(", ")}, count(*)::int AS total, max(t.created_at) AS last_at
       FROM ticket t WHERE ${text} GROUP BY t.contact_id) AS n JOIN contact c ON c.id = n.contact_id ORDER BY c.name_key, c.id LIMIT ${limit}`,
    values,
  );
}

/** The ratings of the tickets of a report, by queue or by person, as they were when the customer was asked. */
export function listRatingSums(
  sql: Sql,
  filter: ReportFilter,
  by: "queue" | "user",
): Promise<{ readonly id: number | null; readonly count: number; readonly sum: number }[]> {
  const { text, values } = whereOf(filter);
  return sql.ask(
    `SELECT r.${by}_id AS id, count(*)::int AS count, sum(r.rate)::int AS sum FROM rating r JOIN ticket t ON t.id = r.ticket_id
     WHERE r.rate IS NOT NULL AND ${text} GROUP BY r.${by}_id`,
    values,
  );
}

/** The conversation of a contact in a period, without comments: what a person sees of it. */
interface ConversationFilter {
  readonly contactId: number;
  readonly condition: TicketCondition;
  readonly history: HistoryCondition;
  readonly from: Date;
  readonly until: Date;
}

function conversationOf({ contactId, condition, history, from, until }: ConversationFilter) {
  const fence = toSql(condition, TICKET_FIELDS, 1);
  const seen = toSql(history, HISTORY_FIELDS, 1 + fence.values.length);
  return {
    text: `FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN ticket mt ON mt.id = t.id
      WHERE t.contact_id = ${literal(contactId)} AND m.type <> 'comment' AND m.sent_at >= ${literal(from)} AND m.sent_at < ${literal(until)}
        AND ${fence.text} AND ${seen.text}`,
    values: [...fence.values, ...seen.values],
  };
}

/** Counts the messages of a conversation, at most one more than `most`. */
export async function countMessageLines(sql: Sql, filter: ConversationFilter, most: number): Promise<number> {
  const { text, values } = conversationOf(filter);
  const { n } = await one(sql.ask<{ n: number }>(`SELECT count(*)::int AS n FROM (SELECT 1 ${text} LIMIT ${most + 1}) AS found`, values));
  return n;
}

/** Lists a batch of a conversation in the order of time. */
export function listMessageLines(sql: Sql, filter: ConversationFilter, place: ReportPlace | null, limit: number): Promise<MessageLine[]> {
  const { text, values } = conversationOf(filter);
  return sql.ask<MessageLine>(
    `SELECT p.id, p."sentAt", p."fromMe", p."userId", p.type, p."isDeleted", p.body, a.name AS "contactName", CASE WHEN p."isDeleted" THEN NULL ELSE f.original_name END AS "fileName" FROM (
       SELECT m.id, m.sent_at AS "sentAt", m.from_me AS "fromMe", m.user_id AS "userId", m.type, m.is_deleted AS "isDeleted",
         CASE WHEN m.is_deleted THEN '' ELSE m.body END AS body, m.contact_id, m.file_id
       ${text}${after(place, "m.sent_at, m.id")} ORDER BY m.sent_at, m.id LIMIT ${limit}) AS p
     LEFT JOIN contact a ON a.id = p.contact_id LEFT JOIN file f ON f.id = p.file_id ORDER BY p."sentAt", p.id`,
    values,
  );
}

/** How many tickets a contact has, and how many of them a person may open. */
export function countContactTickets(
  sql: Sql,
  contactId: number,
  condition: TicketCondition,
): Promise<{ readonly all: number; readonly seen: number }> {
  const fence = toSql(condition, TICKET_FIELDS, 1);
  return one(
    sql.ask<{ all: number; seen: number }>(
      `SELECT count(*)::int AS "all", (count(*) FILTER (WHERE ${fence.text}))::int AS seen FROM ticket t WHERE t.contact_id = ${literal(contactId)}`,
      fence.values,
    ),
  );
}

/** As on the dashboard, with the tickets behind what was missed. */
export interface TargetLine extends TargetSumRow {
  /** The tickets with a missed one, at most a hundred, the oldest first. */
  readonly missedIds: readonly number[];
}

/**
 * Counts the targets that were decided in a period, of tickets that the person may open. Queue and person are those of the clock;
 * the hour is that of its beginning in `zone` (D-513).
 */
export function sumReportTargets(sql: Sql, filter: ReportFilter, zone: string): Promise<TargetLine[]> {
  const { condition, from, until, userId, queueId, contactId, status } = filter;
  const fence = toSql(condition, TICKET_FIELDS, 1);
  const terms = [
    `k.decided_at >= ${literal(from)}`,
    `k.decided_at < ${literal(until)}`,
    userId === null ? null : `k.user_id = ${literal(userId)}`,
    queueId === null ? null : `k.queue_id = ${literal(queueId)}`,
    contactId === null ? null : `t.contact_id = ${literal(contactId)}`,
    status === null ? null : `t.status = ${literal(status)}`,
    fence.text,
  ];
  return sql.ask<TargetLine>(
    `SELECT CASE grouping(kind, queue_id, user_id, hour) WHEN 7 THEN 'kind' WHEN 11 THEN 'queue' WHEN 13 THEN 'user' ELSE 'hour' END AS by,
       CASE WHEN grouping(kind) = 0 THEN kind END AS kind, CASE WHEN grouping(queue_id) = 0 THEN queue_id END AS "queueId", user_id AS "userId", hour,
       count(*) FILTER (WHERE NOT missed)::int AS kept, count(*) FILTER (WHERE missed)::int AS missed,
       coalesce((array_agg(DISTINCT ticket_id ORDER BY ticket_id) FILTER (WHERE missed))[1:100], '{}') AS "missedIds"
     FROM (SELECT k.ticket_id, k.kind, k.queue_id, k.user_id, extract(hour FROM k.started_at AT TIME ZONE ${literal(zone)})::int AS hour,
         k.breached_at IS NOT NULL AS missed
       FROM target_clock k JOIN ticket t ON t.id = k.ticket_id WHERE ${terms.filter((term) => term !== null).join(" AND ")}) AS decided
     GROUP BY GROUPING SETS ((kind), (queue_id), (user_id), (hour))`,
    fence.values,
  );
}
