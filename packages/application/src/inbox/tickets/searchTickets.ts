import { matches } from "@balcao/domain/access";
import {
  bucketOf,
  searchCondition,
  searchedPlace,
  statusOf,
  TICKET_BUCKETS,
  toTicketRanges,
  type TicketBucket,
  type PlaceCondition,
} from "@balcao/domain/tickets";
import { foldText, searchedText, withoutSignature } from "@balcao/domain/texts";
import type { TicketHitView, TicketSearchView } from "@balcao/contracts/tickets";
import { getMessageRows, type MessageRow } from "@balcao/database/messages";
import {
  getTicketRowsByIds,
  searchTickets as findTickets,
  type TicketHits,
  type TicketRanges,
  type TicketSearch,
} from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { runOldSearch, type Ctx, type Services } from "../../ground/kernel/index.js";
import { historyFor, seesMessage, toShownRows } from "./ticketHistory.js";
import { thumbUrlOf, presenterFor, ticketView, toTicketFacts, type Presenter } from "./ticketView.js";

/** Shorter texts are looked for in the names of contacts: nearly every message has them (ADR 41). */
const SHORTEST_WORD = 3;

interface TicketSearchInput {
  readonly message: string;
  readonly contact: string;
  readonly queue: { readonly ids: readonly number[] } | { readonly name: string };
  readonly connection: string;
  readonly userIds: readonly number[] | undefined;
  readonly tagIds: readonly number[] | undefined;
  readonly status: string | undefined;
  readonly queueIds: readonly number[] | undefined;
  /** Why it was closed: an id, the word of an automatic reason, or `none`. */
  readonly reason?: string | null;
  /** Only what began with an advertisement; with `ad`, with this one. */
  readonly fromAd?: boolean;
  readonly ad?: string | null;
}

/**
 * The 50 newest tickets that match everything that is asked for, among those that the person may open, each with its
 * newest message that has the text. What was found may be some seconds old, so that rights are judged by the rows of now.
 * Stops when the person no longer waits.
 */
export async function searchTickets(services: Services, ctx: Ctx, input: TicketSearchInput): Promise<TicketSearchView> {
  const search = { ...toSearch(services.directory.current(), ctx, input), history: historyFor(services, ctx) };
  const { hits, partial }: TicketHits = isEmpty(search)
    ? { hits: [], partial: false }
    : await runOldSearch(services, ctx, (ask) => findTickets(ask, search));
  const said = await messagesOf(services, ctx, hits);
  const found = await getTicketRowsByIds(
    services.database.sql,
    hits.filter(({ ticketId, messageId }) => messageId === null || said.has(ticketId)).map(({ ticketId }) => ticketId),
  );
  const rows = found.filter((row) => matches(search.condition, toTicketFacts(row)));
  const presenter = presenterFor(services, ctx);
  const shown = await toShownRows(services.database.sql, presenter.directory, rows);
  return { tickets: shown.map((row) => ({ ...ticketView(row, presenter), hit: toHitView(said.get(row.id), presenter) })), partial };
}

/** The messages of hits that the person still sees, by their tickets. */
async function messagesOf(services: Services, ctx: Ctx, hits: TicketHits["hits"]): Promise<ReadonlyMap<number, MessageRow>> {
  const ids = hits.flatMap(({ messageId }) => (messageId === null ? [] : [messageId]));
  const rows = ids.length === 0 ? [] : await getMessageRows(services.database.sql, ids);
  return new Map(rows.filter((row) => !row.isDeleted && seesMessage(services, ctx, row)).map((row) => [row.ticketId, row]));
}

function toHitView(row: MessageRow | undefined, { fileUrl }: Presenter): TicketHitView | null {
  if (!row) return null;
  const { id, type, fromMe, sentAt } = row;
  return {
    messageId: String(id),
    body: withoutSignature(searchedText(row), row.userName).text,
    mediaType: type,
    fromMe,
    createdAt: sentAt.toISOString(),
    thumbUrl: thumbUrlOf(row, fileUrl),
  };
}

function toSearch(snapshot: DirectorySnapshot, { actor }: Ctx, input: TicketSearchInput): Omit<TicketSearch, "history"> {
  const isWord = input.message.length >= SHORTEST_WORD;
  const queueKeys = both(queueKeysOf(snapshot, input.queue), input.queueIds && [...input.queueIds, 0]);
  const query = { queueKeys, userIds: input.userIds ?? null };
  const condition = searchCondition(actor, snapshot.settings, query);
  const byPlace = searchedPlace(actor, snapshot.settings, query);
  const { reason = null, fromAd = false, ad = null } = input;
  const status = reason === null ? input.status : "closed";
  // Records are found with the closed tickets: a search asks where something was said, not how much work there was.
  const buckets = TICKET_BUCKETS.filter((bucket) => status === undefined || bucketOf(statusOf(bucket)) === status);
  return {
    condition,
    buckets,
    ranges: rangesIn(buckets, byPlace, snapshot),
    guestId: actor.active && actor.profile !== "admin" ? actor.id : null,
    message: isWord ? input.message : "",
    contact: [isWord ? "" : input.message, input.contact].filter((text) => text !== ""),
    connectionIds: namedIds(snapshot.connections.values(), input.connection),
    tagIds: input.tagIds ?? null,
    reason,
    origin: { fromAd, ad },
  };
}

function rangesIn(buckets: readonly TicketBucket[], condition: PlaceCondition, { universe }: DirectorySnapshot): TicketRanges {
  const ranges = buckets.map((bucket) => [bucket, toTicketRanges(condition, bucket, universe)] as const);
  return new Map(ranges.filter(([, inBucket]) => inBucket.length > 0));
}

/** A filter that nothing can fulfil needs no search. */
function isEmpty({ buckets, connectionIds, tagIds }: Omit<TicketSearch, "history">): boolean {
  return buckets.length === 0 || connectionIds?.length === 0 || tagIds?.length === 0;
}

function queueKeysOf(snapshot: DirectorySnapshot, queue: TicketSearchInput["queue"]): readonly number[] | null {
  return "ids" in queue ? queue.ids : namedIds(snapshot.queues.values(), queue.name);
}

function namedIds(all: Iterable<{ readonly id: number; readonly name: string }>, typed: string): readonly number[] | null {
  const part = foldText(typed);
  return part === "" ? null : [...all].filter(({ name }) => foldText(name).includes(part)).map(({ id }) => id);
}

function both(some: readonly number[] | null, others: readonly number[] | undefined): readonly number[] | null {
  if (some === null || others === undefined) return some ?? others ?? null;
  return some.filter((key) => others.includes(key));
}
