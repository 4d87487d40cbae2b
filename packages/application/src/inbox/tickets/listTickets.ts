import { dayBounds, isLocalDay } from "@balcao/domain/calendar";
import { CAPABILITIES } from "@balcao/domain/connections";
import { windowUntil } from "@balcao/domain/messages";
import { LIMITS } from "@balcao/domain/limits";
import { LISTED_BUCKETS, notificationCondition, type TicketBucket } from "@balcao/domain/tickets";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type {
  NextTicketView,
  OtherTicketView,
  TicketFactsListView,
  TicketIdsView,
  TicketListView,
  TicketOrder,
  TicketView,
} from "@balcao/contracts/tickets";
import { getLastInboundAt } from "@balcao/database/messages";
import {
  getLiveTicketRow,
  getLongestWaiting,
  getTicketRow,
  listTicketFacts,
  listTicketsByDue,
  listTicketsByFilter,
  listTicketsByRanges,
  listUnreadTickets,
  type TicketCursor,
  type TicketFilter,
  type TicketPage,
  type TicketRangePage,
  type TicketRow,
} from "@balcao/database/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTicketRow, mayOnTicket } from "./accessTicket.js";
import { bellRangesOf, inboxListOf, type ListChoice, listViewPage } from "./inboxList.js";
import { toShownRows } from "./ticketHistory.js";
import { presenterFor, ticketView } from "./ticketView.js";

const PAGE_SIZE = 40;
const MAX_LIMIT = 100;
/** Tickets of the bell are counted up to here: every page load asks, and no badge shows more. */
const MOST_NEWS = 100;

/** The input of GET /tickets. */
interface TicketListInput {
  readonly status?: string | undefined;
  readonly searchParam?: string | undefined;
  readonly cursor?: string | undefined;
  readonly pageNumber: number;
  readonly order?: TicketOrder | undefined;
  readonly date?: string | undefined;
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
  readonly showAll: boolean;
  readonly limit?: number | undefined;
  readonly queueIds?: readonly number[] | undefined;
  readonly withUnreadMessages?: boolean | undefined;
  readonly isGroup?: boolean | undefined;
  /** A saved view, instead of what the others say. */
  readonly view?: number | undefined;
}

/**
 * Lists a page of tickets that the person may see, newest activity first [API-009, D-025…D-036]. A
 * plain list of the inbox uses index ranges and stored counts; other filters scan, and count at most
 * 1,000; of long lists administrators get facts alone.
 */
export async function listTickets(services: Services, ctx: Ctx, input: TicketListInput): Promise<TicketListView | TicketFactsListView> {
  if (asksForFacts(ctx, input)) return listFacts(services, ctx, input, input.limit);
  const limit = Math.min(input.limit ?? PAGE_SIZE, MAX_LIMIT);
  const cursor = toCursor(input.cursor);
  const page = { cursor, offset: cursor ? 0 : (input.pageNumber - 1) * limit, limit: limit + 1 };
  const { rows, count } = await listPage(services, ctx, input, page);
  const presenter = presenterFor(services, ctx);
  const shown = await toShownRows(services.database.sql, presenter.directory, rows.slice(0, limit));
  return { tickets: shown.map((row) => ticketView(row, presenter)), hasMore: rows.length > limit, count };
}

function listPage(services: Services, ctx: Ctx, input: TicketListInput, page: TicketPage): Promise<TicketRangePage> {
  if (input.view !== undefined) return listViewPage(services, ctx, { ...page, viewId: input.view, isRest: isRest(input) });
  if (asksForBell(input, page)) return listNews(services, ctx, page);
  return isPlainList(input) ? listByRanges(services, ctx, input, page) : listByFilter(services, ctx, input, page);
}

/** Whether a cursor of the order by what is due is among those that have no target. */
const isRest = ({ cursor }: TicketListInput): boolean => cursor?.endsWith("~rest") === true;

/**
 * Only administrators with both dates get more than a page at once; everybody else's page is cut.
 */
function asksForFacts({ actor }: Ctx, input: TicketListInput): input is TicketListInput & { readonly limit: number } {
  const { limit = 0, firstDate, lastDate } = input;
  return limit > MAX_LIMIT && actor.profile === "admin" && firstDate !== undefined && lastDate !== undefined;
}

async function listFacts(services: Services, { actor }: Ctx, input: TicketListInput, limit: number): Promise<TicketFactsListView> {
  const filter = toFilter(services, actor, input);
  const offset = (input.pageNumber - 1) * limit;
  const rows = await listTicketFacts(services.database.sql, filter, { offset, limit: limit + 1 });
  const tickets = rows.slice(0, limit).map(({ createdAt, acceptedAt, closedAt, ...facts }) => ({
    ...facts,
    createdAt: createdAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  }));
  return { tickets, hasMore: rows.length > limit, count: offset + rows.length };
}

/** Whether it is what each page load asks for: the first page of the bell, whatever else is not filtered. */
function asksForBell(input: TicketListInput, { cursor, offset }: TicketPage): boolean {
  return input.withUnreadMessages === true && cursor === null && offset === 0 && isUnfiltered(input);
}

function listNews(services: Services, { actor }: Ctx, { limit }: TicketPage): Promise<TicketRangePage> {
  const ranges = bellRangesOf(services.directory.current(), actor);
  return listUnreadTickets(services.database.sql, { ranges, limit, most: MOST_NEWS });
}

function toChoice({ showAll, queueIds }: TicketListInput): ListChoice {
  return { showAll, queueIds: queueIds ?? null };
}

function isPlainList(input: TicketListInput): boolean {
  return input.status !== undefined && input.withUnreadMessages !== true && isUnfiltered(input);
}

function isUnfiltered({ searchParam, date, firstDate, lastDate, isGroup }: TicketListInput): boolean {
  return !searchParam && date === undefined && firstDate === undefined && lastDate === undefined && isGroup === undefined;
}

function toBucket({ status }: TicketListInput): TicketBucket {
  return LISTED_BUCKETS.find((bucket) => bucket === status) ?? "open";
}

function listByRanges(services: Services, { actor }: Ctx, input: TicketListInput, page: TicketPage): Promise<TicketRangePage> {
  const snapshot = services.directory.current();
  const bucket = toBucket(input);
  const ranges = inboxListOf(snapshot, actor, toChoice(input)).rangesIn(bucket);
  if (input.order === "due" && (bucket === "pending" || bucket === "open")) return listByDue(services, actor, input, { ...page, bucket });
  const order = bucket === "pending" && input.order === "wait" ? "wait" : "activity";
  return listTicketsByRanges(services.database.sql, { bucket, ranges, order, ...page });
}

function listByDue(
  services: Services,
  actor: Ctx["actor"],
  input: TicketListInput,
  { bucket, cursor, ...page }: TicketPage & { readonly bucket: TicketBucket },
): Promise<TicketRangePage> {
  const list = inboxListOf(services.directory.current(), actor, toChoice(input));
  const at = cursor && { ...cursor, isDue: !isRest(input) };
  return listTicketsByDue(services.database.sql, { ...page, bucket, condition: list.condition, ranges: list.rangesIn(bucket), cursor: at });
}

function listByFilter(services: Services, { actor }: Ctx, input: TicketListInput, page: TicketPage): Promise<TicketRangePage> {
  const bell = input.withUnreadMessages === true && { most: MOST_NEWS };
  return listTicketsByFilter(services.database.sql, { ...toFilter(services, actor, input), ...page, ...bell });
}

function toFilter(services: Services, actor: Ctx["actor"], input: TicketListInput): TicketFilter {
  const snapshot = services.directory.current();
  const { settings } = snapshot;
  const { timeZone } = settings;
  const isBell = input.withUnreadMessages === true;
  const condition = isBell ? notificationCondition(actor, settings) : inboxListOf(snapshot, actor, toChoice(input)).condition;
  const from = input.date ?? input.firstDate;
  const to = input.date ?? input.lastDate;
  return {
    condition,
    buckets: input.status === undefined || isBell ? null : [toBucket(input)],
    search: input.searchParam?.trim() ?? "",
    createdFrom: from === undefined ? null : boundsOf(from, timeZone).from,
    createdBefore: to === undefined ? null : boundsOf(to, timeZone).until,
    isGroup: input.isGroup ?? null,
    unreadOnly: isBell,
    withoutTarget: false,
  };
}

function boundsOf(day: string, timeZone: string): { from: Date; until: Date } {
  if (!isLocalDay(day)) throw invalidField("date", "date");
  return dayBounds(day, timeZone);
}

/** The ids of a list of the inbox as it is now, at most `LIMITS.ticket.many`. */
export async function listTicketIds(
  services: Services,
  ctx: Ctx,
  input: ListChoice & { readonly status: string; readonly view: number | undefined },
): Promise<TicketIdsView> {
  const page = { cursor: null, offset: 0, limit: LIMITS.ticket.many };
  const { rows } = await listPage(services, ctx, { ...input, queueIds: input.queueIds ?? undefined, pageNumber: 1 }, page);
  return { ticketIds: rows.map(({ id }) => id) };
}

function toCursor(text: string | undefined): TicketCursor | null {
  if (text === undefined || text === "") return null;
  const [at = "", id = ""] = text.split("~");
  const lastActivity = new Date(at);
  if (Number.isNaN(lastActivity.getTime()) || !/^\d{1,10}$/.test(id)) throw invalidField("cursor", "cursor");
  return { lastActivity, id: Number(id) };
}

/** Returns the ticket of the person's waiting ones whose customer has waited longest [D-280]. */
export async function getNextTicket(services: Services, ctx: Ctx, choice: ListChoice): Promise<NextTicketView> {
  const { condition } = inboxListOf(services.directory.current(), ctx.actor, choice);
  const row = await getLongestWaiting(services.database.sql, condition);
  return { ticket: row ? await presentTicketRow(services, ctx, row) : null };
}

/**
 * Returns one ticket, if the person may open it [API-011], with the end of its 24-hour window where
 * its network has one.
 */
export async function getTicket(services: Services, ctx: Ctx, { ticketId }: { readonly ticketId: number }): Promise<TicketView> {
  const row = await accessTicketRow(services, ctx, ticketId);
  const connection = row.connectionId === null ? undefined : services.directory.current().connections.get(row.connectionId);
  const view = await presentTicketRow(services, ctx, row);
  if (!connection || !CAPABILITIES[connection.api].window24h) return view;
  const lastAt = await getLastInboundAt(services.database.sql, row.contactId, connection.id);
  return { ...view, windowUntil: lastAt && windowUntil(lastAt).toISOString() };
}

/**
 * Returns the live ticket of a contact on a connection; if the person may not open it, only the
 * three facts of the duplicate notice [API-012, D-039].
 */
export async function getTicketByContact(
  services: Services,
  ctx: Ctx,
  input: { readonly contactId: number; readonly connectionId: number | undefined },
): Promise<TicketView | OtherTicketView> {
  const row = await getLiveTicketRow(services.database.sql, input.contactId, input.connectionId ?? null);
  if (!row) throw new AppError("ERR_NO_TICKET_FOUND");
  const view = await presentTicketRow(services, ctx, row);
  if (mayOnTicket(services, ctx, "ticket:open", row)) return view;
  return { status: view.status, user: view.user && { name: view.user.name }, queue: view.queue && { name: view.queue.name } };
}

/** Reads a ticket after a command, for its answer. */
export async function readTicketView(services: Services, ctx: Viewing, ticketId: number): Promise<TicketView> {
  const row = await getTicketRow(services.database.sql, ticketId);
  if (!row) throw new AppError("ERR_NO_TICKET_FOUND");
  return presentTicketRow(services, ctx, row);
}

type Viewing = Pick<Ctx, "actor" | "sessionId">;

async function presentTicketRow(services: Services, ctx: Viewing, row: TicketRow): Promise<TicketView> {
  const presenter = presenterFor(services, ctx);
  const [shown] = await toShownRows(services.database.sql, presenter.directory, [row]);
  return ticketView(shown ?? { ...row, previewFacts: null }, presenter);
}
