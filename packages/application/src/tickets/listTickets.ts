import { dayBounds, isLocalDay } from "@balcao/domain/calendar";
import { CAPABILITIES } from "@balcao/domain/connections";
import { windowUntil } from "@balcao/domain/messaging";
import { notificationCondition, TICKET_BUCKETS, type TicketBucket } from "@balcao/domain/tickets";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { OtherTicketView, TicketListView, TicketView } from "@balcao/contracts/tickets";
import { getLastInboundAt } from "@balcao/database/messages";
import {
  getLiveTicketRow,
  getTicketRow,
  listTicketsByFilter,
  listTicketsByRanges,
  type TicketCursor,
  type TicketPage,
  type TicketRangePage,
} from "@balcao/database/tickets";
import type { Ctx, House } from "../kernel/index.js";
import { accessTicketRow, mayOnTicket } from "./accessTicket.js";
import { inboxListOf, type ListChoice } from "./inboxList.js";
import { presenterFor, ticketView } from "./ticketView.js";

const PAGE_SIZE = 40;
const MAX_LIMIT = 100;

/** What GET /tickets asks, in the house's words. */
interface TicketListInput {
  readonly status?: string | undefined;
  readonly searchParam?: string | undefined;
  readonly cursor?: string | undefined;
  readonly pageNumber: number;
  readonly date?: string | undefined;
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
  readonly showAll: boolean;
  readonly limit?: number | undefined;
  readonly queueIds?: readonly number[] | undefined;
  readonly withUnreadMessages?: boolean | undefined;
  readonly isGroup?: boolean | undefined;
}

/**
 * A page of tickets the person may see, newest activity first (API-009, D-025…D-036). A plain list of the inbox is found by index ranges
 * and counted from kept counts; other filters walk and count at most 1,000.
 */
export async function listTickets(house: House, ctx: Ctx, input: TicketListInput): Promise<TicketListView> {
  const limit = Math.min(input.limit ?? PAGE_SIZE, MAX_LIMIT);
  const cursor = toCursor(input.cursor);
  const page = { cursor, offset: cursor ? 0 : (input.pageNumber - 1) * limit, limit: limit + 1 };
  const { rows, count } = isPlainList(input) ? await listByRanges(house, ctx, input, page) : await listByFilter(house, ctx, input, page);
  const presenter = presenterFor(house, ctx.sessionId);
  return { tickets: rows.slice(0, limit).map((row) => ticketView(row, presenter)), hasMore: rows.length > limit, count };
}

function toChoice({ showAll, queueIds }: TicketListInput): ListChoice {
  return { showAll, queueIds: queueIds ?? null };
}

function isPlainList(input: TicketListInput): boolean {
  const { status, searchParam, date, firstDate, lastDate, withUnreadMessages, isGroup } = input;
  return (
    status !== undefined &&
    !searchParam &&
    date === undefined &&
    firstDate === undefined &&
    lastDate === undefined &&
    withUnreadMessages !== true &&
    isGroup === undefined
  );
}

function toBucket({ status }: TicketListInput): TicketBucket {
  return TICKET_BUCKETS.find((bucket) => bucket === status) ?? "open";
}

function listByRanges(house: House, { actor }: Ctx, input: TicketListInput, page: TicketPage): Promise<TicketRangePage> {
  const snapshot = house.directory.current();
  const bucket = toBucket(input);
  const ranges = inboxListOf(snapshot, actor, toChoice(input)).rangesIn(bucket);
  return listTicketsByRanges(house.database.sql, { bucket, ranges, ...page });
}

function listByFilter(house: House, { actor }: Ctx, input: TicketListInput, page: TicketPage): Promise<TicketRangePage> {
  const snapshot = house.directory.current();
  const { settings } = snapshot;
  const { timeZone } = settings;
  const isBell = input.withUnreadMessages === true;
  const condition = isBell ? notificationCondition(actor, settings) : inboxListOf(snapshot, actor, toChoice(input)).condition;
  const from = input.date ?? input.firstDate;
  const to = input.date ?? input.lastDate;
  return listTicketsByFilter(house.database.sql, {
    condition,
    buckets: input.status === undefined || isBell ? null : [toBucket(input)],
    search: input.searchParam?.trim() ?? "",
    createdFrom: from === undefined ? null : boundsOf(from, timeZone).from,
    createdBefore: to === undefined ? null : boundsOf(to, timeZone).until,
    isGroup: input.isGroup ?? null,
    unreadOnly: isBell,
    ...page,
  });
}

function boundsOf(text: string, timeZone: string): { from: Date; until: Date } {
  const day = text.slice(0, 10);
  if (!isLocalDay(day)) throw invalidField("date", "date");
  return dayBounds(day, timeZone);
}

function toCursor(text: string | undefined): TicketCursor | null {
  if (text === undefined || text === "") return null;
  const [at = "", id = ""] = text.split("~");
  const lastActivity = new Date(at);
  if (Number.isNaN(lastActivity.getTime()) || !/^\d{1,10}$/.test(id)) throw invalidField("cursor", "cursor");
  return { lastActivity, id: Number(id) };
}

/** One ticket, if the person may open it (API-011); with the end of its window for free texts, where its network has one. */
export async function getTicket(house: House, ctx: Ctx, { ticketId }: { readonly ticketId: number }): Promise<TicketView> {
  const row = await accessTicketRow(house, ctx, ticketId);
  const presenter = presenterFor(house, ctx.sessionId);
  const connection = row.connectionId === null ? undefined : presenter.directory.connections.get(row.connectionId);
  if (!connection || !CAPABILITIES[connection.api].window24h) return ticketView(row, presenter);
  const lastAt = await getLastInboundAt(house.database.sql, row.contactId, connection.id);
  return { ...ticketView(row, presenter), windowUntil: lastAt && windowUntil(lastAt).toISOString() };
}

/** The live ticket of a contact on a connection; of one that may not be opened only the three facts of the duplicate notice (API-012, D-039). */
export async function getTicketByContact(
  house: House,
  ctx: Ctx,
  input: { readonly contactId: number; readonly connectionId: number | undefined },
): Promise<TicketView | OtherTicketView> {
  const row = await getLiveTicketRow(house.database.sql, input.contactId, input.connectionId ?? null);
  if (!row) throw new AppError("ERR_NO_TICKET_FOUND");
  const view = ticketView(row, presenterFor(house, ctx.sessionId));
  if (mayOnTicket(house, ctx, "ticket:open", row)) return view;
  return { status: view.status, user: view.user && { name: view.user.name }, queue: view.queue && { name: view.queue.name } };
}

/** A ticket as it stands after a command, for the answer. */
export async function readTicketView(house: House, ctx: Pick<Ctx, "sessionId">, ticketId: number): Promise<TicketView> {
  const row = await getTicketRow(house.database.sql, ticketId);
  if (!row) throw new AppError("ERR_NO_TICKET_FOUND");
  return ticketView(row, presenterFor(house, ctx.sessionId));
}
