import type { ServerEvent } from "@balcao/contracts/live";
import { applyMentionEvent } from "@balcao/contracts/mentions";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

/** The person's mentions in comments that they have not looked at, newest first, for the bell. */
export const newMentionsQuery = queryOptions({
  queryKey: ["mentions", "new"],
  queryFn: ({ signal }) => call("mentions", "list", {}, { signal }),
  meta: { live: true },
});

/** The colleagues who may be mentioned in a ticket, and who of them reads its comments. */
export const mentionableQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ["mentions", "people", ticketId],
    queryFn: ({ signal }) => call("mentions", "people", { params: { ticketId } }, { signal }),
    // Rights of colleagues change without an event.
    staleTime: 10_000,
    meta: { live: true },
  });

/** The mentions of the bell after a `mention` event. */
export function updateMentions(client: QueryClient, event: ServerEvent<"mention">): void {
  client.setQueryData(newMentionsQuery.queryKey, (list) => list && applyMentionEvent(list, event));
}

/** Reads again what a change of a ticket's place or sight may have changed. */
export function refreshMentions(client: QueryClient, event: ServerEvent<"ticket">): void {
  const { ticketId } = event;
  if (event.action === "updateUnread") return;
  void client.invalidateQueries({ queryKey: mentionableQuery(ticketId).queryKey });
  const list = client.getQueryData(newMentionsQuery.queryKey) ?? [];
  const isLost = event.action === "delete" && list.some((mention) => mention.ticketId === ticketId);
  const isBack = event.action === "update" && event.cameIntoSight === true;
  if (isLost || isBack) void client.invalidateQueries({ queryKey: newMentionsQuery.queryKey });
}
