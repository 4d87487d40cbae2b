import type { ServerEvent } from "@balcao/contracts/live";
import { applyNoticeEvent } from "@balcao/contracts/notices";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

/** Of what the person is told and at which she has not looked, newest first, for the bell. */
export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: ({ signal }) => call("notices", "list", {}, { signal }),
  meta: { live: true },
});

/** The colleagues who may be mentioned in a ticket, and who of them reads its comments. */
export const mentionableQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ["mentions", ticketId],
    queryFn: ({ signal }) => call("notices", "people", { params: { ticketId } }, { signal }),
    // Rights of colleagues change without an event.
    staleTime: 10_000,
    meta: { live: true },
  });

/** The notices of the bell after a `notice` event. */
export function updateNotices(client: QueryClient, event: ServerEvent<"notice">): void {
  client.setQueryData(noticesQuery.queryKey, (list) => list && applyNoticeEvent(list, event));
}

/** Reads again what a change of a ticket's place or sight may have changed; a transfer concerns nobody else once somebody has accepted it. */
export function refreshNotices(client: QueryClient, event: ServerEvent<"ticket">): void {
  const { ticketId } = event;
  if (event.action === "updateUnread") return;
  void client.invalidateQueries({ queryKey: mentionableQuery(ticketId).queryKey });
  const list = client.getQueryData(noticesQuery.queryKey) ?? [];
  const isKnown = list.some(({ place }) => place.kind === "message" && place.ticketId === ticketId);
  const isBack = event.action === "update" && event.cameIntoSight === true;
  if (isKnown || isBack) void client.invalidateQueries({ queryKey: noticesQuery.queryKey });
}
