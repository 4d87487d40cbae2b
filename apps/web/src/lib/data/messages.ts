import {
  applyContactToPages,
  applyMessageToPages,
  upsertMessage,
  type MessagePageView,
  type MessageView,
} from "@balcao/contracts/messages";
import type { ServerEvent } from "@balcao/contracts/realtime";
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";
import { chunkMessages, joinMessagePages, type MessagePages } from "./messagePages";

/** The messages of a ticket from the newest page backwards; the oldest message asks for the page before it (CONV-025). */
export const messagesQuery = (ticketId: number) =>
  infiniteQueryOptions({
    queryKey: ["messages", ticketId],
    queryFn: ({ pageParam, signal }) =>
      call("messages", "list", { params: { ticketId }, query: pageParam === undefined ? {} : { before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => {
      const oldest = page.messages[0];
      return page.hasMore && oldest ? Number(oldest.id) : undefined;
    },
    meta: { live: true },
  });

function changeMessages(client: QueryClient, ticketId: number, change: (page: MessagePageView) => MessagePageView): void {
  client.setQueryData<MessagePages>(messagesQuery(ticketId).queryKey, (data) => {
    if (!data) return data;
    const before = joinMessagePages(data.pages);
    const after = change(before);
    return after === before ? data : chunkMessages(after);
  });
}

/** The loaded messages after an `appMessage` event (CONV-050). */
export function updateMessages(client: QueryClient, event: ServerEvent<"appMessage">): void {
  changeMessages(client, event.message.ticketId, (page) => applyMessageToPages(page, event));
}

/** Reads the loaded messages of a ticket afresh that comes back into sight: what was said meanwhile was not sent here. */
export function refreshMessagesInSight(client: QueryClient, event: ServerEvent<"ticket">): void {
  if (event.action !== "update" || event.cameIntoSight !== true) return;
  void client.invalidateQueries({ queryKey: messagesQuery(event.ticketId).queryKey });
}

/** A message that a call answered. */
export function putMessage(client: QueryClient, message: MessageView): void {
  changeMessages(client, message.ticketId, (page) => upsertMessage(page, message));
}

/** Loaded messages show the name that a contact has now. */
export function updateMessagesByContact(client: QueryClient, event: ServerEvent<"contact">): void {
  for (const [, ticketId] of client
    .getQueryCache()
    .findAll({ queryKey: ["messages"] })
    .map(({ queryKey }) => queryKey))
    if (typeof ticketId === "number") changeMessages(client, ticketId, (page) => applyContactToPages(page, event));
}
