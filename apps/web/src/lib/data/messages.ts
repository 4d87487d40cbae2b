import { chatIdOf, toRoomPage } from "@balcao/contracts/chats";
import {
  applyContactToPages,
  applyMessageToPages,
  upsertMessage,
  type MessagePageView,
  type MessageView,
} from "@balcao/contracts/messages";
import type { OneContactEvent, ServerEvent } from "@balcao/contracts/live";
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";
import { chunkMessages, FURTHER_SIZE, joinMessagePages, type MessagePages, type MessagePlace } from "./messagePages";

/** A page of a room: of a ticket, or of a chat in the same fields. */
const readPage = async (roomId: number, place: MessagePlace, signal: AbortSignal): Promise<MessagePageView> => {
  const chatId = chatIdOf(roomId);
  if (chatId !== null) return toRoomPage(await call("chats", "messages", { body: { chatId, ...place } }, { signal }));
  return call("messages", "list", { params: { ticketId: roomId }, query: place }, { signal });
};

/**
 * The messages of a ticket or chat, read from the newest page or from the page around a message, older and
 * newer pages from there; the oldest and the newest message are the cursors.
 */
export const messagesQuery = (roomId: number, around: number | null = null) => {
  const start: MessagePlace = around === null ? {} : { around };
  return infiniteQueryOptions({
    queryKey: around === null ? ["messages", roomId] : ["messages", roomId, around],
    queryFn: ({ pageParam, signal }) => readPage(roomId, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: (page): MessagePlace | undefined => {
      const oldest = page.messages[0];
      return page.hasMore && oldest ? { before: Number(oldest.id), limit: FURTHER_SIZE } : undefined;
    },
    getPreviousPageParam: (page): MessagePlace | undefined => {
      const newest = page.messages.at(-1);
      return page.hasNewer && newest ? { after: Number(newest.id), limit: FURTHER_SIZE } : undefined;
    },
    meta: { live: true },
  });
};

/** Whether a message is in the pages from the newest one on, or in those around a message; then showing it needs no request. */
export function isLoaded(client: QueryClient, roomId: number, around: number | null, messageId: string): boolean {
  const data = client.getQueryData(messagesQuery(roomId, around).queryKey);
  return data !== undefined && data.pages.some(({ messages }) => messages.some(({ id }) => id === messageId));
}

/** Changes every loaded part of a conversation. */
export function changeMessages(client: QueryClient, roomId: number, change: (page: MessagePageView) => MessagePageView): void {
  client.setQueriesData<MessagePages>({ queryKey: messagesQuery(roomId).queryKey }, (data) => {
    if (!data) return data;
    const before = joinMessagePages(data.pages);
    const after = change(before);
    return after === before ? data : chunkMessages(after);
  });
}

/** Loads the newest page of a ticket ahead, unless it is loaded; nothing is marked as read. It never fails. */
export async function loadAhead(client: QueryClient, ticketId: number): Promise<void> {
  const peek = ({ signal }: { readonly signal: AbortSignal }) =>
    call("messages", "list", { params: { ticketId }, query: { peek: true } }, { signal });
  await client.infiniteQuery({ ...messagesQuery(ticketId), queryFn: peek }).catch(() => undefined);
}

/** The loaded messages after an `appMessage` event. */
export function updateMessages(client: QueryClient, event: ServerEvent<"appMessage">): void {
  changeMessages(client, event.message.ticketId, (page) => applyMessageToPages(page, event));
}

/**
 * Reads the loaded messages of a ticket again when the person may see it again, because no events
 * were received meanwhile.
 */
export function refreshMessagesInSight(client: QueryClient, event: ServerEvent<"ticket">): void {
  if (event.action !== "update" || event.cameIntoSight !== true) return;
  void client.invalidateQueries({ queryKey: messagesQuery(event.ticketId).queryKey });
}

/** Adds a message that a call returned. */
export function putMessage(client: QueryClient, message: MessageView): void {
  changeMessages(client, message.ticketId, (page) => upsertMessage(page, message));
}

/** Shows the new name of a contact on loaded messages. */
export function updateMessagesByContact(client: QueryClient, event: OneContactEvent): void {
  const loaded = client.getQueryCache().findAll({ queryKey: ["messages"] });
  for (const ticketId of new Set(loaded.map(({ queryKey }) => queryKey[1])))
    if (typeof ticketId === "number" && ticketId > 0) changeMessages(client, ticketId, (page) => applyContactToPages(page, event));
}
