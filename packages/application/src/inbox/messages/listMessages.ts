import { AppError } from "@balcao/contracts/errors";
import type { FoundMessagesView, GalleryView, MessagePageView } from "@balcao/contracts/messages";
import { insertChore } from "@balcao/database/chores";
import {
  getMessageRows,
  getNewestMessageId,
  listGalleryIds,
  listMessagePage,
  listMessagesAround,
  listUnreadRefs,
  searchMessageIds,
  type MessageRow,
} from "@balcao/database/messages";
import { lockTicket, setTicketRead, type LockedTicket } from "@balcao/database/tickets";
import type { GalleryKind } from "@balcao/domain/messages";
import { inUnit, runSearch, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { toM4aView } from "../media/index.js";
import { accessTicket, accessTicketRow, historyFor, mayOnTicket, presenterFor, recordTicketRead } from "../tickets/index.js";
import { messageView } from "./messageView.js";

const PAGE_SIZE = 20;
/** A page around a message holds at most this many messages on either side of it. */
const OLDER_AROUND = 10;
const NEWER_AROUND = PAGE_SIZE - OLDER_AROUND - 1;

interface MessagePageInput {
  readonly ticketId: number;
  readonly pageNumber: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly around: number | undefined;
  /** The number of messages, unless the page is around one; 20 without it. */
  readonly limit: number | undefined;
  /** Nothing is marked as read. */
  readonly peek: boolean;
  /**
   * For players without Ogg support: addresses of Ogg sounds return M4A, if ffmpeg is installed.
   */
  readonly ios: boolean;
}

/** A page of rows, newest first. */
interface Page extends Pick<MessagePageView, "hasMore" | "hasNewer"> {
  readonly rows: readonly MessageRow[];
}

/**
 * Lists a page of the messages of a ticket that the person sees, oldest first [API-019].
 * When the ticket's owner, or anyone in a group, reads the newest page, the messages are marked as
 * read, here and for the customer, unless the page is only loaded ahead; other readers, and programs, change nothing.
 */
export async function listMessages(services: Services, ctx: Ctx, input: MessagePageInput): Promise<MessagePageView> {
  const { ticketId } = input;
  const ticket = await accessTicketRow(services, ctx, ticketId);
  const isNewest = [input.before, input.after, input.around].every((id) => id === undefined) && input.pageNumber === 1;
  const isReader = ticket.userId === ctx.actor.id || (ticket.isGroup && mayOnTicket(services, ctx, "ticket:write", ticket));
  if (isNewest && !input.peek && ctx.byToken === undefined && ticket.unread > 0 && isReader) await readTicket(services, ticketId);
  const { rows, hasMore, hasNewer } = await readPage(services, ctx, input);
  const presenter = presenterFor(services, ctx);
  const messages = rows.map((row) => messageView(row, presenter)).reverse();
  const inM4a = input.ios && (await services.audio.isThere());
  return { messages: inM4a ? messages.map(toM4aView) : messages, hasMore, hasNewer };
}

async function readPage(services: Services, ctx: Ctx, input: MessagePageInput): Promise<Page> {
  const { sql } = services.database;
  const history = historyFor(services, ctx);
  const { ticketId, pageNumber, before, after, around, limit: size = PAGE_SIZE } = input;
  const limit = size + 1;
  if (around !== undefined) {
    return toPageAround(
      around,
      await listMessagesAround(sql, { ticketId, history, messageId: around, newer: NEWER_AROUND + 1, older: OLDER_AROUND + 1 }),
    );
  }
  if (after !== undefined) {
    const rows = await listMessagePage(sql, { ticketId, limit, history, afterId: after });
    const hasNewer = rows.length > size;
    return { rows: rows.slice(-size), hasMore: hasNewer, hasNewer };
  }
  const place = before === undefined ? { offset: (pageNumber - 1) * size } : { beforeId: before };
  const rows = await listMessagePage(sql, { ticketId, limit, history, ...place });
  return { rows: rows.slice(0, size), hasMore: rows.length > size, hasNewer: before !== undefined || pageNumber > 1 };
}

/** Cuts the surplus row on either side, which says that there is more. */
function toPageAround(messageId: number, rows: readonly MessageRow[]): Page {
  const at = rows.findIndex(({ id }) => id === messageId);
  if (at === -1) throw new AppError("ERR_FETCH_WAPP_MSG");
  const newest = Math.max(0, at - NEWER_AROUND);
  const end = at + OLDER_AROUND + 1;
  return { rows: rows.slice(newest, end), hasMore: rows.length > end, hasNewer: newest > 0 };
}

/**
 * Marks a ticket as read up to its newest message; a chore sends the read receipts after the
 * commit.
 */
const readTicket = (services: Services, ticketId: number): Promise<void> =>
  inUnit(services, async (unit) => {
    const ticket = await lockTicket(unit, ticketId);
    if (ticket) await readLocked(unit, ticket);
  });

/** Marks a ticket as read without showing it, for those whose looking at it would. Throws ERR_NO_PERMISSION for everybody else. */
export async function markTicketRead(services: Services, ctx: Ctx, { ticketId }: { readonly ticketId: number }): Promise<void> {
  await inUnit(services, async (unit) =>
    readLocked(unit, await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:markUnread" })),
  );
}

async function readLocked(unit: Unit, ticket: LockedTicket): Promise<void> {
  const ticketId = ticket.id;
  const newest = await getNewestMessageId(unit, ticketId);
  const after = await setTicketRead(unit, ticketId, newest);
  if (!after) return;
  const refs = await listUnreadRefs(unit, ticketId, ticket.readMessageId, newest);
  if (ticket.connectionId !== null && refs.length > 0)
    await insertChore(unit, { connectionId: ticket.connectionId, kind: "markRead", subject: `${ticketId}`, input: { refs } });
  await recordTicketRead(unit, after);
}

interface MessageSearchInput {
  readonly ticketId: number;
  readonly text: string;
}

/**
 * The messages of a ticket that the person sees and that contain a text, newest first, at most 100
 * [API-027, D-079].
 */
export async function searchMessages(services: Services, ctx: Ctx, { ticketId, text }: MessageSearchInput): Promise<FoundMessagesView> {
  await accessTicketRow(services, ctx, ticketId);
  const ids = await runSearch(services, ctx, (ask) => searchMessageIds(ask, { ticketId, text, history: historyFor(services, ctx) }));
  const rows = ids === null ? [] : await getMessageRows(services.database.sql, ids);
  const presenter = presenterFor(services, ctx);
  return { messages: rows.map((row) => messageView(row, presenter)), partial: ids === null };
}

const GALLERY_PAGE = 24;

interface GalleryInput {
  readonly ticketId: number;
  readonly kind: GalleryKind;
  readonly before: number | undefined;
}

/**
 * Lists a page of the pictures and videos, links or documents of a ticket that the person sees,
 * newest first.
 */
export async function listGallery(services: Services, ctx: Ctx, { ticketId, kind, before }: GalleryInput): Promise<GalleryView> {
  await accessTicketRow(services, ctx, ticketId);
  const { sql } = services.database;
  const history = historyFor(services, ctx);
  const ids = await listGalleryIds(sql, { ticketId, kind, beforeId: before ?? null, limit: GALLERY_PAGE + 1, history });
  const rows = ids.length === 0 ? [] : await getMessageRows(sql, ids.slice(0, GALLERY_PAGE));
  const presenter = presenterFor(services, ctx);
  return { messages: rows.map((row) => messageView(row, presenter)), hasMore: ids.length > GALLERY_PAGE };
}
