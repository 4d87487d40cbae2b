import type { ServerEvent } from "@balcao/contracts/live";
import { applyNoticeEvent, type NoticeView } from "@balcao/contracts/notices";
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
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

/** How long something is on the screen before it counts as looked at, in milliseconds. */
export const LOOK_MS = 600;

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Whether the tab is visible. */
export const useVisible = (): boolean => useSyncExternalStore(onVisibility, () => !document.hidden);

/** Takes the person's notices about a place out of the bell, while that is shown in a visible tab. */
export function useNoticesSeen(isAbout: (place: NoticeView["place"]) => boolean, shown: boolean): void {
  const visible = useVisible();
  const { data = [] } = useQuery(noticesQuery);
  const ids = data.filter(({ place }) => isAbout(place)).map(({ id }) => id);
  const due = visible && shown ? ids.join() : "";
  useEffect(() => {
    if (due === "") return;
    const timer = setTimeout(() => void call("notices", "seen", { body: { noticeIds: due.split(",") } }).catch(() => undefined), LOOK_MS);
    return () => clearTimeout(timer);
  }, [due]);
}
