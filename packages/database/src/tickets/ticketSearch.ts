import type { HistoryCondition } from "@balcao/domain/messages";
import type { TicketBucket, TicketCondition } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql, type SqlTerm } from "../access/index.js";
import { seenMessages } from "../messages/index.js";
import { containsContact, containsText, holdsText, idArray, literal, type AskSearch } from "../search/index.js";
import { adTerms, type AdFilter } from "./ads.js";
import { closedFor } from "./closingReasons.js";
import { newestInRanges, type TicketRanges } from "./newestInRanges.js";

/** A search answers this many tickets at most (INBOX-014). */
export const MAX_HITS = 50;
/** How frequent a word is, is read off this many pages of messages, each of some 25. */
const SAMPLED_PAGES = 80;
/** What it costs to collect a message from the index of words and to look at its ticket, measured in messages of a walk. */
const COLLECTING_COST = 5;
/** A walk looks at no more of the person's newest tickets: each place that they may have is read so far. */
const MOST_WALKED = 6_000;
/** So many are looked at where collecting took too long: the time that is left is short, and some hits are better than none. */
const WALKED_AT_LAST = 1_500;
/** So many times the tickets that have a page of the word on average, because a person's are not like all. */
const WALKED_MARGIN = 3;
/** From so many contacts on, looking up the tickets of each costs more than walking. */
const MANY_CONTACTS = 2_000;

/** What a search asks of a ticket; everything that is given must match. */
export interface TicketSearch {
  /** What the person may open, of the queues and people that were chosen. */
  readonly condition: TicketCondition;
  readonly buckets: readonly TicketBucket[];
  /** Those of them that are found by their place, as index ranges. */
  readonly ranges: TicketRanges;
  /** Whose invitations are found besides; null where the place says all. */
  readonly guestId: number | null;
  /** Which messages of these tickets the person sees. */
  readonly history: HistoryCondition;
  /** Part of a message's text, of three characters or more; empty for any ticket. */
  readonly message: string;
  /** Parts of the contact's name, number as people write it, or e-mail, all of which must match; empty for any contact. */
  readonly contact: readonly string[];
  readonly connectionIds: readonly number[] | null;
  /** One of these tags at the contact; null for any contact. */
  readonly tagIds: readonly number[] | null;
  /** Why it was closed; null for whatever was. */
  readonly reason?: string | null;
  /** Which advertisement it began with; absent for any beginning. */
  readonly origin?: AdFilter;
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
 * The newest tickets that fulfil a search, at most `MAX_HITS`. Rare words are collected from the index of words and then narrowed to
 * what the person may open; frequent ones are looked for in the person's newest tickets first (ADR 41).
 */
export async function searchTickets(ask: AskSearch, search: TicketSearch): Promise<TicketHits> {
  if (search.buckets.length === 0 || (search.ranges.size === 0 && search.guestId === null)) return { hits: [], partial: false };
  const contacts = await contactsOf(ask, search);
  if (contacts?.length === 0) return { hits: [], partial: false };
  const fence = toSql(search.condition, TICKET_FIELDS, 1);
  if (search.message !== "") return searchByWord(ask, search, { fence, contacts });
  const walked = await walk(ask, { newest: newestOf(search, { fence, contacts }, MAX_HITS), fence, values: fence.values, ...ANY_MESSAGE });
  return { hits: walked?.hits ?? [], partial: walked === null };
}

/** The rule of a search, and the contacts that it names; null where they are asked for at each ticket. */
interface Searched {
  readonly fence: SqlTerm;
  readonly contacts: readonly number[] | null;
}

async function searchByWord(ask: AskSearch, search: TicketSearch, searched: Searched): Promise<TicketHits> {
  const { fence } = searched;
  const seen = seenMessages(search.history, fence.values.length + 1);
  const values = [...fence.values, ...seen.values];
  const said = { from: seen.from, word: search.message };
  const collect = () => ask<TicketHit>(collectedTickets(said, whereOf(search, searched)), values);

  const worth = await worthWalking(ask, search.message);
  const collected = worth === null ? await collect() : null;
  if (collected !== null) return { hits: collected, partial: false };
  const limit = worth ?? WALKED_AT_LAST;
  const walked = await walk(ask, { newest: newestOf(search, searched, limit), fence, values, ...newestMessage(said) });
  if (walked !== null && (walked.hits.length === MAX_HITS || walked.looked < limit)) return { hits: walked.hits, partial: false };
  const rest = worth === null ? null : await collect();
  return { hits: rest ?? walked?.hits ?? [], partial: rest === null };
}

/** Messages that the person sees, and the word that they must have. */
interface Said {
  readonly from: string;
  readonly word: string;
}

/**
 * Every ticket with the word: all messages that have it come from the index of words. Tickets are looked up one by one: the planner guesses
 * ten times as many messages as there are, and would read every ticket to join them.
 */
function collectedTickets({ from, word }: Said, where: string): string {
  const collected = `SELECT m.ticket_id, max(m.id) AS message_id FROM ${from} AND NOT m.is_deleted AND ${containsText("m.search", word)} GROUP BY m.ticket_id`;
  return `WITH hit AS MATERIALIZED (${collected})
    SELECT t.id AS "ticketId", hit.message_id AS "messageId" FROM hit
    CROSS JOIN LATERAL (SELECT t.id, t.last_activity FROM ticket t WHERE t.id = hit.ticket_id AND ${where} OFFSET 0) AS t
    ORDER BY t.last_activity DESC, t.id DESC LIMIT ${MAX_HITS}`;
}

/** What a ticket must have besides, and the message that is shown of it. */
interface Joined {
  readonly join: string;
  readonly messageId: string;
}

const ANY_MESSAGE: Joined = { join: "", messageId: "NULL::bigint" };

/** The newest message with the word, by an expression without an index, so that the index of words is not asked for each ticket. */
function newestMessage({ from, word }: Said): Joined {
  const newest = `SELECT m.id FROM ${from} AND m.ticket_id = newest.id AND ${saysWord(word)} ORDER BY m.sent_at DESC, m.id DESC LIMIT 1`;
  return { join: `CROSS JOIN LATERAL (${newest}) AS hit`, messageId: "hit.id" };
}

interface Walk extends Joined {
  readonly newest: SqlTerm;
  readonly fence: SqlTerm;
  readonly values: SqlTerm["values"];
}

interface Walked {
  readonly hits: readonly TicketHit[];
  /** How many tickets there were to look at: fewer than the limit of `newest` are all that the search allows. */
  readonly looked: number;
}

/**
 * The first of the newest tickets with what is joined, read in order until there are enough; null when the time was not enough. The fence is a
 * subquery of each ticket: joined as a table, the planner may look at all of them and sort.
 */
async function walk(ask: AskSearch, { newest, fence, join, messageId, values }: Walk): Promise<Walked | null> {
  const first = `SELECT newest.id AS "ticketId", ${messageId} AS "messageId", newest.last_activity FROM newest
    CROSS JOIN LATERAL (SELECT t.id FROM ticket t WHERE t.id = newest.id AND ${fence.text} OFFSET 0) AS allowed ${join}
    ORDER BY newest.last_activity DESC, newest.id DESC LIMIT ${MAX_HITS}`;
  const rows = await ask<TicketHit & { readonly looked: number }>(
    `WITH newest AS MATERIALIZED (${newest.text}) SELECT hit."ticketId", hit."messageId", looked.n AS looked
     FROM (SELECT count(*)::int AS n FROM newest) AS looked LEFT JOIN (${first}) AS hit ON true
     ORDER BY hit.last_activity DESC, hit."ticketId" DESC`,
    values,
  );
  if (rows === null) return null;
  const hits = rows.filter(({ ticketId }) => ticketId !== null).map(({ ticketId, messageId }) => ({ ticketId, messageId }));
  return { hits, looked: rows[0]?.looked ?? 0 };
}

const saysWord = (word: string): string => `NOT m.is_deleted AND ${holdsText("m.search", word)}`;

/**
 * How many tickets a walk looks at to find a page of this word; null where collecting it costs less. Of n messages with a share f that has
 * the word, a walk reads `MAX_HITS` / f and collecting f × n, so that the limit is √(`MAX_HITS` / n). The same pages from all over the table tell
 * the share: the planner's estimate of a word is a guess, and the newest messages may all be of one mass send. It only chooses the way.
 */
async function worthWalking(ask: AskSearch, word: string): Promise<number | null> {
  const rowsOf = (table: string): string => `(SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = '${table}'::regclass)`;
  const rows = await ask<{ share: number; messages: number; tickets: number }>(
    `SELECT count(*) FILTER (WHERE ${saysWord(word)})::float / greatest(count(*), 1) AS share,
       ${rowsOf("message")} AS messages, ${rowsOf("ticket")} AS tickets
     FROM message m TABLESAMPLE SYSTEM ((SELECT 100.0 * ${SAMPLED_PAGES} / greatest(relpages, ${SAMPLED_PAGES}) FROM pg_class WHERE oid = 'message'::regclass)) REPEATABLE (1)`,
  );
  const { share, messages, tickets } = rows?.[0] ?? { share: 0, messages: 0, tickets: 0 };
  if (share <= Math.sqrt(MAX_HITS / (COLLECTING_COST * Math.max(messages, MAX_HITS)))) return null;
  const needed = (MAX_HITS * tickets) / (share * Math.max(messages, 1));
  const limit = Math.ceil(WALKED_MARGIN * Math.max(needed, 2 * MAX_HITS));
  return limit > MOST_WALKED ? null : limit;
}

/** Contacts that the search names; null when it names none, or so many that their tickets are found faster by walking. */
async function contactsOf(ask: AskSearch, search: TicketSearch): Promise<readonly number[] | null> {
  const terms = contactTerms(search);
  // The index of contacts has no texts that are shorter than three characters.
  if (terms.length === 0 || search.contact.some((text) => text.length < 3)) return null;
  const rows = await ask<{ id: number }>(`SELECT c.id FROM contact c WHERE ${terms.join(" AND ")} LIMIT ${MANY_CONTACTS}`);
  return rows === null || rows.length === MANY_CONTACTS ? null : rows.map(({ id }) => id);
}

function contactTerms({ contact, tagIds }: TicketSearch): string[] {
  return [
    ...contact.map((text) => containsContact("c.search", text)),
    ...(tagIds === null ? [] : [`EXISTS (SELECT FROM contact_tag ct WHERE ct.contact_id = c.id AND ct.tag_id = ANY(${idArray(tagIds)}))`]),
  ];
}

/** The newest tickets `t` that a walk looks at: those of the contacts where they are known, otherwise the person's own. */
function newestOf(search: TicketSearch, searched: Searched, limit: number): SqlTerm {
  const { guestId, buckets, ranges } = search;
  const guestOf = guestId === null ? null : { userId: guestId, buckets };
  if (searched.contacts === null) return { text: newestInRanges(ranges, { filter: filterOf(search, null), limit, guestOf }), values: [] };
  const text = `SELECT t.id, t.last_activity FROM ticket t WHERE ${whereOf(search, searched)}
    ORDER BY t.last_activity DESC, t.id DESC LIMIT ${limit}`;
  return { text, values: searched.fence.values };
}

function whereOf(search: TicketSearch, { contacts, fence }: Searched): string {
  const buckets = search.buckets.map((bucket) => literal(bucket));
  return [fence.text, `t.bucket IN (${buckets.join()})`, ...filterOf(search, contacts)].join(" AND ");
}

/** What a ticket `t` must fulfil besides the rule. Its contacts are known, or are asked for at each ticket. */
function filterOf(search: TicketSearch, contacts: readonly number[] | null): string[] {
  const { connectionIds, reason = null, origin } = search;
  const terms = contactTerms(search);
  // With OFFSET it stays a question at each ticket: joined, each walk may read all contacts of a name anew.
  const byContact =
    contacts === null
      ? `EXISTS (SELECT FROM contact c WHERE c.id = t.contact_id AND ${terms.join(" AND ")} OFFSET 0)`
      : `t.contact_id = ANY(${idArray(contacts)})`;
  return [
    ...(connectionIds === null ? [] : [`t.connection_id = ANY(${idArray(connectionIds)})`]),
    ...(terms.length === 0 ? [] : [byContact]),
    ...(reason === null ? [] : [closedFor(literal(reason))]),
    ...(origin ? adTerms(origin) : []),
  ];
}
