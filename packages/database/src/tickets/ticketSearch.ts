import type { HistoryCondition } from "@balcao/domain/messages";
import { TICKET_BUCKETS, type TicketBucket, type TicketCondition } from "@balcao/domain/tickets";
import { toSql } from "../access/index.js";
import { containsText, literal, type AskSearch } from "../search/index.js";
import { seenMessages } from "../messages/index.js";
import { newestTickets, TICKET_FIELDS } from "./ticketFilters.js";

/** A search answers this many tickets at most (INBOX-014). */
export const MAX_HITS = 50;
/** From so many estimated messages on, a word is common: tickets are walked newest first instead of collecting every message that has it. */
const COMMON_WORD = 6_000;
/** A walk looks at this many of the person's newest tickets. */
const WALKED_TICKETS = 1_500;

/** What a search asks of a ticket; everything that is given must match (D-035). */
export interface TicketSearch {
  /** What the person may open. */
  readonly condition: TicketCondition;
  /** Which messages of these tickets the person sees (D-078). */
  readonly history: HistoryCondition;
  /** Null for all. */
  readonly buckets: readonly TicketBucket[] | null;
  /** Part of a message's text, of three characters or more; empty for any ticket. */
  readonly message: string;
  /** Parts of the contact's name, number or e-mail, all of which must match; empty for any contact. */
  readonly contact: readonly string[];
  /** Keys, 0 for "without queue"; null for all. */
  readonly queueKeys: readonly number[] | null;
  readonly userKeys: readonly number[] | null;
  readonly connectionIds: readonly number[] | null;
  /** One of these tags at the contact; null for any contact. */
  readonly tagIds: readonly number[] | null;
}

/** A ticket that was found, and the newest of its messages that has the text. */
export interface TicketHit {
  readonly ticketId: number;
  readonly messageId: number | null;
}

export interface TicketHits {
  /** Newest activity first. */
  readonly hits: readonly TicketHit[];
  /** The time was not enough to look at everything: there may be newer or more hits. */
  readonly partial: boolean;
}

/**
 * The newest tickets that fulfil a search, at most `MAX_HITS` (D-035). Rare words are collected from the index of words and then narrowed to
 * what the person may open; common ones are looked for in the person's newest tickets first (ARCHITECTURE 18).
 */
export async function searchTickets(ask: AskSearch, search: TicketSearch): Promise<TicketHits> {
  const buckets = search.buckets ?? TICKET_BUCKETS;
  const check = toSql(search.condition, TICKET_FIELDS, 1);
  const where = [check.text, ...termsOf(search)].join(" AND ");
  if (search.message === "") {
    const rows = await ask<TicketHit>(
      `SELECT id AS "ticketId", NULL::bigint AS "messageId" FROM (${newestTickets(buckets, where, MAX_HITS)}) AS newest`,
      check.values,
    );
    return { hits: rows ?? [], partial: rows === null };
  }
  const seen = seenMessages(search.history, check.values.length + 1);
  const run = (text: string) => ask<TicketHit>(text, [...check.values, ...seen.values]);
  const said = `NOT m.is_deleted AND ${containsText("m.search", search.message)}`;
  const inBuckets = search.buckets === null ? "" : ` AND t.bucket IN (${buckets.map((bucket) => literal(bucket)).join()})`;
  const collected = `WITH hit AS MATERIALIZED (SELECT m.ticket_id, max(m.id) AS message_id FROM ${seen.from} AND ${said} GROUP BY m.ticket_id)
    SELECT t.id AS "ticketId", hit.message_id AS "messageId" FROM hit JOIN ticket t ON t.id = hit.ticket_id WHERE ${where}${inBuckets}
    ORDER BY t.last_activity DESC, t.id DESC LIMIT ${MAX_HITS}`;
  if (!(await isCommon(ask, said))) {
    const rows = await run(collected);
    if (rows !== null) return { hits: rows, partial: false };
  }
  const walked =
    await run(`SELECT newest.id AS "ticketId", hit.id AS "messageId" FROM (${newestTickets(buckets, where, WALKED_TICKETS)}) AS newest
    CROSS JOIN LATERAL (SELECT m.id FROM ${seen.from} AND m.ticket_id = newest.id AND ${said} ORDER BY m.sent_at DESC, m.id DESC LIMIT 1) AS hit
    ORDER BY newest.last_activity DESC, newest.id DESC LIMIT ${MAX_HITS}`);
  if (walked !== null && walked.length === MAX_HITS) return { hits: walked, partial: false };
  const rest = await run(collected);
  return { hits: rest ?? walked ?? [], partial: rest === null };
}

interface Explained {
  readonly "QUERY PLAN": readonly [{ readonly Plan: { readonly "Plan Rows": number } }];
}

/** The planner's estimate: exact enough to choose a way, and the answer of both ways is the same. */
async function isCommon(ask: AskSearch, said: string): Promise<boolean> {
  const rows = await ask<Explained>(`EXPLAIN (FORMAT JSON) SELECT 1 FROM message m WHERE ${said}`);
  return (rows?.[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0) >= COMMON_WORD;
}

function termsOf({ contact, queueKeys, userKeys, connectionIds, tagIds }: TicketSearch): string[] {
  return [
    ...contact.map((text) => `t.contact_id IN (SELECT id FROM contact WHERE ${containsText("search", text)})`),
    queueKeys && `t.queue_key = ANY(${ids(queueKeys)})`,
    userKeys && `t.user_key = ANY(${ids(userKeys)})`,
    connectionIds && `t.connection_id = ANY(${ids(connectionIds)})`,
    tagIds && `t.contact_id IN (SELECT contact_id FROM contact_tag WHERE tag_id = ANY(${ids(tagIds)}))`,
  ].filter((term) => term !== null);
}

function ids(values: readonly number[]): string {
  return `ARRAY[${values.map((value) => literal(value)).join()}]::int[]`;
}
