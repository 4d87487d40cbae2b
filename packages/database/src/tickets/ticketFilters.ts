import { given, matches } from "@balcao/domain/access";
import type { ViewFilter } from "@balcao/domain/savedViews";
import { LISTED_BUCKETS, statusOf, type TicketBucket, type TicketCondition, type TicketStatus } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql } from "../access/index.js";
import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { containsContact, idArray, literal } from "../search/index.js";
import { first, one, type Sql } from "../sql/index.js";
import { adTerms } from "./ads.js";
import { closedFor } from "./closingReasons.js";
import type { TicketCursor, TicketPage } from "./ticketLists.js";
import { getTicketRowsByIds, ticketRowsOf, type TicketRow } from "./ticketRows.js";

/** Counts with filters stop here, because no stored count exists for them (ADR 7). */
export const MAX_COUNT = 1_000;

/** What a saved view asks of a ticket beside its place. */
interface ViewTerms extends Pick<ViewFilter, "tagIds" | "connectionId" | "target" | "reason" | "fromAd" | "ad"> {
  /** The customer has waited since this instant or longer. */
  readonly waitingSince: Date | null;
  readonly now: Date;
}

/** The terms of a saved view as SQL over ticket `t`. */
function viewTerms({ tagIds, connectionId, waitingSince, target, reason, fromAd, ad, now }: ViewTerms): string[] {
  return [
    tagIds.length === 0 ? null : `t.contact_id IN (SELECT contact_id FROM contact_tag WHERE tag_id = ANY(${idArray(tagIds)}))`,
    connectionId && `t.connection_id = ${literal(connectionId)}`,
    waitingSince && `t.waiting_since <= ${literal(waitingSince)}`,
    target && `t.due_at IS NOT NULL`,
    target === "overdue" ? `t.due_at <= ${literal(now)}` : null,
    reason && closedFor(literal(reason)),
    ...adTerms({ fromAd, ad }),
  ].filter((term) => term !== null && term !== 0);
}

export interface TicketFilter {
  /** The tickets that the person may see. */
  readonly condition: TicketCondition;
  /** Null for all that are listed. */
  readonly buckets: readonly TicketBucket[] | null;
  /** Part of the contact's name, number or e-mail; empty for any. */
  readonly search: string;
  readonly createdFrom: Date | null;
  readonly createdBefore: Date | null;
  readonly isGroup: boolean | null;
  readonly unreadOnly: boolean;
  /** Only tickets of which nothing is due. */
  readonly withoutTarget: boolean;
  /** What a saved view asks for besides. */
  readonly view?: ViewTerms;
}

/** How lists with filters are ordered: by the newest activity, by who has waited longest, or by what is due first, which needs a target. */
export type ViewOrder = "activity" | "wait" | "due";

interface Ordering {
  readonly at: string;
  readonly beyond: "<" | ">";
  readonly by: "DESC" | "ASC";
}

const ORDERINGS: Readonly<Record<ViewOrder, Ordering>> = {
  activity: { at: "t.last_activity", beyond: "<", by: "DESC" },
  wait: { at: "coalesce(t.waiting_since, t.last_activity)", beyond: ">", by: "ASC" },
  due: { at: "t.due_at", beyond: ">", by: "ASC" },
};

/** A filter that leaves nothing out, besides condition and buckets. */
export const NO_FILTER = {
  ...{ search: "", createdFrom: null, createdBefore: null, isGroup: null },
  ...{ unreadOnly: false, withoutTarget: false },
} as const satisfies Partial<TicketFilter>;

/** Lists a page of tickets under any filters, newest activity first unless `order` says otherwise, with their count up to `most`. */
export async function listTicketsByFilter(
  sql: Sql,
  {
    cursor,
    offset,
    limit,
    order = "activity",
    most = MAX_COUNT,
    ...filter
  }: TicketFilter & TicketPage & { readonly order?: ViewOrder; readonly most?: number },
): Promise<{ rows: TicketRow[]; count: number }> {
  const ordering = ORDERINGS[order];
  const { lists, values } = listsOf(filter, ordering);
  if (lists.length === 0) return { rows: [], count: 0 };
  const page = (from: TicketCursor | null, rows: number, skipped: number): string =>
    newestOf(lists, { ordering, beyond: below(from, ordering), limit: rows, offset: skipped });
  const keyAfter = (from: TicketCursor | null) =>
    first(sql.ask<TicketCursor>(`SELECT last_activity AS "lastActivity", id FROM (${page(from, 1, MAX_OFFSET - 1)}) AS keys`, values));
  const place = await walkToOffset({ key: cursor, offset }, keyAfter);
  const ids = async (from: TicketCursor | null, skipped: number) =>
    (await sql.ask<{ id: number }>(`SELECT id FROM (${page(from, limit, skipped)}) AS keys`, values)).map(({ id }) => id);
  const rows = place === null ? [] : await rowsOf(sql, () => ids(place.key, place.offset), filter.condition);
  if (cursor === null && offset === 0 && rows.length < limit) return { rows, count: rows.length };
  return { rows, count: await countOf(sql, { lists, values }, most) };
}

/**
 * Counts tickets of few buckets under any filters up to `most`. Buckets of which the same is left of the rule are one subquery: each
 * one more costs as much planning as reading a thousand rows.
 */
export const countTicketsByFilter = (sql: Sql, filter: TicketFilter, most: number): Promise<number> => {
  const alike = new Map<string, { readonly condition: TicketCondition; readonly buckets: TicketBucket[] }>();
  for (const bucket of bucketsOf(filter)) {
    const condition = given(filter.condition, statusOf(bucket));
    const key = JSON.stringify(condition);
    if (condition.op !== "never") alike.set(key, { condition, buckets: [...(alike.get(key)?.buckets ?? []), bucket] });
  }
  const values: unknown[] = [];
  const lists = [...alike.values()].map(({ condition, buckets }) => {
    const check = toSql(condition, TICKET_FIELDS, values.length + 1);
    values.push(...check.values);
    return `SELECT t.id FROM ticket t WHERE ${[`t.bucket IN (${buckets.map(literal).join(", ")})`, check.text, ...termsOf(filter)].join(" AND ")}`;
  });
  return countOf(sql, { lists, values }, most);
};

async function countOf(sql: Sql, { lists, values }: Lists, most: number): Promise<number> {
  if (lists.length === 0) return 0;
  const counted = `SELECT count(*)::int AS n FROM (SELECT 1 FROM (${lists.join(" UNION ALL ")}) AS every LIMIT ${most}) AS counted`;
  return (await one(sql.ask<{ n: number }>(counted, values))).n;
}

interface Lists {
  readonly lists: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * One subquery per bucket that may have tickets of the filter: within a bucket an index has the order of lists, the planner
 * knows how common the bucket is, and little is left of the rule.
 */
function listsOf(filter: TicketFilter, { at }: Ordering): Lists {
  const values: unknown[] = [];
  const lists = bucketsOf(filter).flatMap((bucket) => {
    const condition = given(filter.condition, statusOf(bucket));
    if (condition.op === "never") return [];
    const check = toSql(condition, TICKET_FIELDS, values.length + 1);
    values.push(...check.values);
    const where = [`t.bucket = ${literal(bucket)}`, check.text, ...termsOf(filter)].join(" AND ");
    return [`SELECT t.id, ${at === ORDERINGS.activity.at ? at : `${at} AS last_activity`} FROM ticket t WHERE ${where}`];
  });
  return { lists, values };
}

/**
 * The rows of a page of ids. They are read apart, because planning their columns anew for each question took most of its time; if
 * one has left what the person may see meanwhile, the page is asked for again.
 */
async function rowsOf(sql: Sql, readIds: () => Promise<number[]>, condition: TicketCondition, tries = 3): Promise<TicketRow[]> {
  const ids = await readIds();
  const rows = ids.length === 0 ? [] : await getTicketRowsByIds(sql, ids);
  const seen = rows.filter(({ status, isGroup, queueId, userId, guestIds }) =>
    matches(condition, { status, isGroup, queueId, userId, guestIds }),
  );
  return seen.length === ids.length || tries === 1 ? seen : rowsOf(sql, readIds, condition, tries - 1);
}

/** The ticket of the list "pending" whose customer has waited longest; of two that wait as long, the older one. */
export function getLongestWaiting(sql: Sql, condition: TicketCondition): Promise<TicketRow | null> {
  const check = toSql(condition, TICKET_FIELDS, 1);
  const longest = `SELECT t.id FROM ticket t WHERE t.bucket = 'pending' AND ${check.text} ORDER BY coalesce(t.waiting_since, t.last_activity), t.id LIMIT 1`;
  return first(sql.ask<TicketRow>(ticketRowsOf(`ARRAY(${longest})`), check.values));
}

interface Beyond {
  readonly ordering: Ordering;
  readonly beyond: string;
  readonly limit: number;
  readonly offset: number;
}

/** Selects `id` and `last_activity`, which is what they are ordered by, of the first tickets of these lists beyond a place. */
function newestOf(lists: readonly string[], { ordering: { at, by }, beyond, limit, offset }: Beyond): string {
  const walks = lists.map((list) => `(${list}${beyond} ORDER BY ${at} ${by}, t.id ${by} LIMIT ${limit + offset})`);
  return `SELECT id, last_activity FROM (${walks.join(" UNION ALL ")}) AS merged ORDER BY last_activity ${by}, id ${by} LIMIT ${limit} OFFSET ${offset}`;
}

/** What a chart needs of a ticket. */
export interface TicketFactsRow {
  readonly id: number;
  readonly status: TicketStatus;
  readonly createdAt: Date;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly contactId: number;
}

/** Facts of many tickets at once under any filters, newest activity first. */
export function listTicketFacts(
  sql: Sql,
  filter: TicketFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<TicketFactsRow[]> {
  const fence = toSql(filter.condition, TICKET_FIELDS, 3);
  const buckets = bucketsOf(filter).map(literal).join(", ");
  const where = [`t.bucket IN (${buckets === "" ? "NULL" : buckets})`, fence.text, ...termsOf(filter)].join(" AND ");
  return sql.ask<TicketFactsRow>(
    `SELECT t.id, t.status, t.created_at AS "createdAt", t.accepted_at AS "acceptedAt", t.closed_at AS "closedAt", t.user_id AS "userId",
       t.queue_id AS "queueId", t.contact_id AS "contactId"
     FROM ticket t WHERE ${where} ORDER BY t.last_activity DESC, t.id DESC LIMIT $1::bigint OFFSET $2::bigint`,
    [limit, offset, ...fence.values],
  );
}

/** A bucket contains only groups or none, so this filter selects buckets [D-026]. */
function bucketsOf({ buckets, isGroup }: Pick<TicketFilter, "buckets" | "isGroup">): TicketBucket[] {
  return (buckets ?? LISTED_BUCKETS).filter((bucket) => isGroup === null || statusOf(bucket).isGroup === isGroup);
}

function termsOf({
  search,
  createdFrom,
  createdBefore,
  unreadOnly,
  withoutTarget,
  view,
}: Pick<TicketFilter, "search" | "createdFrom" | "createdBefore" | "unreadOnly" | "withoutTarget" | "view">): string[] {
  return [
    search === "" ? null : `t.contact_id IN (SELECT id FROM contact WHERE ${containsContact("search", search)})`,
    createdFrom && `t.created_at >= ${literal(createdFrom)}`,
    createdBefore && `t.created_at < ${literal(createdBefore)}`,
    unreadOnly ? "t.unread > 0" : null,
    withoutTarget ? "t.due_at IS NULL" : null,
    ...(view ? viewTerms(view) : []),
  ].filter((term) => term !== null);
}

function below(cursor: TicketCursor | null, { at, beyond }: Ordering): string {
  return cursor === null ? "" : ` AND (${at}, t.id) ${beyond} (${literal(cursor.lastActivity)}, ${literal(cursor.id)})`;
}
