import { dayBounds, isLocalDay } from "@balcao/domain/calendar";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ChatListView, ChatMessagePageView, ChatReadersView, ChatView, FoundChatMessagesView } from "@balcao/contracts/chats";
import {
  getChatMessageRows,
  listChatMessagePage,
  listChatPage,
  listChatReaders,
  searchChatMessageIds,
  type ChatMessageRow,
  type ChatRow,
} from "@balcao/database/chats";
import { recordAudit } from "../../ground/audit/index.js";
import { runSearch, type Ctx, type Services } from "../../ground/kernel/index.js";
import { presenterFor } from "../tickets/index.js";
import { accessChat, accessChatOfMessage, isParticipant } from "./accessChat.js";
import { toChatMessageView, toChatView } from "./chatViews.js";

const LIST_SIZE = 40;
const PAGE_SIZE = 20;
/** A page around a message holds this many messages after it. */
const NEWER_AROUND = 9;
const MOST_SKIPPED = 100_000;

interface ChatListInput {
  readonly search: string;
  readonly pageNumber: number;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
  readonly date: string | undefined;
  readonly showAll: boolean;
  readonly withUnread: boolean;
}

/** A page of the person's chats, or of all for an administrator with "show all" (API-102, D-088). */
export async function listChats(services: Services, ctx: Ctx, input: ChatListInput): Promise<ChatListView> {
  const limit = input.limit ?? LIST_SIZE;
  const { settings } = services.directory.current();
  const cursor = toCursor(input.cursor);
  const { rows, count } = await listChatPage(services.database.sql, {
    userId: ctx.actor.id,
    all: input.showAll && ctx.actor.profile === "admin" && !input.withUnread,
    search: input.search,
    withUnread: input.withUnread,
    during: input.date !== undefined && isLocalDay(input.date) ? dayBounds(input.date, settings.timeZone) : null,
    cursor,
    offset: cursor ? 0 : Math.min((input.pageNumber - 1) * limit, MOST_SKIPPED),
    limit: limit + 1,
  });
  const presenter = presenterFor(services, ctx);
  return { chats: rows.slice(0, limit).map((row) => toChatView(row, ctx.actor, presenter)), hasMore: rows.length > limit, count };
}

function toCursor(text: string | undefined): { readonly lastActivity: Date; readonly id: number } | null {
  if (text === undefined || text === "") return null;
  const [at = "", id = ""] = text.split("~");
  const lastActivity = new Date(at);
  if (Number.isNaN(lastActivity.getTime())) throw invalidField("cursor", "cursor");
  return { lastActivity, id: Number(id) };
}

/** One chat (API-104). */
export async function getChat(services: Services, ctx: Ctx, { chatId }: { readonly chatId: number }): Promise<ChatView> {
  return toChatView(await accessChat(services, ctx, chatId), ctx.actor, presenterFor(services, ctx));
}

interface ChatPageInput {
  readonly chatId: number;
  readonly pageNumber: number;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly around?: number | undefined;
  /** The number of messages, unless the page is around one; 20 without it (D-032). */
  readonly limit?: number | undefined;
}

/** A page of a chat's messages, oldest first (API-107, D-094). */
export async function listChatMessages(services: Services, ctx: Ctx, input: ChatPageInput): Promise<ChatMessagePageView> {
  const chat = await accessChat(services, ctx, input.chatId);
  await noteForeignRead(services, ctx, chat);
  const { rows, hasMore, hasNewer } = await readPage(services, input);
  return { messages: viewsOf(services, ctx, chat, rows).reverse(), hasMore, hasNewer };
}

async function readPage(
  services: Services,
  { chatId, pageNumber, before, after, around, limit: size = PAGE_SIZE }: ChatPageInput,
): Promise<{ readonly rows: readonly ChatMessageRow[]; readonly hasMore: boolean; readonly hasNewer: boolean }> {
  const { sql } = services.database;
  if (around !== undefined) {
    const shown = PAGE_SIZE - NEWER_AROUND;
    const newer = await listChatMessagePage(sql, { chatId, limit: NEWER_AROUND + 1, afterId: around });
    const older = await listChatMessagePage(sql, { chatId, limit: shown + 1, beforeId: around + 1 });
    if (older[0]?.id !== around) throw new AppError("ERR_FETCH_WAPP_MSG");
    return {
      rows: [...newer.slice(-NEWER_AROUND), ...older.slice(0, shown)],
      hasMore: older.length > shown,
      hasNewer: newer.length > NEWER_AROUND,
    };
  }
  const limit = size + 1;
  if (after !== undefined) {
    const rows = await listChatMessagePage(sql, { chatId, limit, afterId: after });
    return { rows: rows.slice(-size), hasMore: rows.length > size, hasNewer: rows.length > size };
  }
  const place = before === undefined ? { offset: Math.min((pageNumber - 1) * size, MOST_SKIPPED) } : { beforeId: before };
  const rows = await listChatMessagePage(sql, { chatId, limit, ...place });
  return { rows: rows.slice(0, size), hasMore: rows.length > size, hasNewer: before !== undefined || pageNumber > 1 };
}

const viewsOf = (services: Services, ctx: Ctx, chat: ChatRow, rows: readonly ChatMessageRow[]) => {
  const presenter = presenterFor(services, ctx);
  return rows.map((row) => toChatMessageView(row, chat, ctx.actor, presenter));
};

/** The messages of a chat that contain a text (API-106). */
export async function searchChatMessages(
  services: Services,
  ctx: Ctx,
  { chatId, text }: { readonly chatId: number; readonly text: string },
): Promise<FoundChatMessagesView> {
  const chat = await accessChat(services, ctx, chatId);
  await noteForeignRead(services, ctx, chat);
  const ids = await runSearch(services, ctx, (ask) => searchChatMessageIds(ask, chatId, text));
  const rows = ids === null ? [] : await getChatMessageRows(services.database.sql, ids);
  return { messages: viewsOf(services, ctx, chat, rows), partial: ids === null };
}

/** Who has read a message, and when. */
export async function listReaders(services: Services, ctx: Ctx, { messageId }: { readonly messageId: number }): Promise<ChatReadersView> {
  await accessChatOfMessage(services, ctx, messageId);
  const { users } = services.directory.current();
  const rows = await listChatReaders(services.database.sql, messageId);
  return {
    readers: rows.map(({ userId, readAt }) => ({ userId, name: users.get(userId)?.name ?? "", readAt: readAt && readAt.toISOString() })),
  };
}

/** An administrator who reads a chat of others leaves a trace. */
async function noteForeignRead(services: Services, ctx: Ctx, chat: ChatRow): Promise<void> {
  if (isParticipant(ctx, chat)) return;
  await recordAudit(services.database.sql, ctx, { action: "chat.read", related: { kind: "chat", id: chat.id } });
}
