import type { ServerEvent } from "@balcao/contracts/live";
import type { MessageView } from "@balcao/contracts/messages";
import type { GalleryKind } from "@balcao/domain/messages";
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

const galleryKey = (ticketId: number) => ["gallery", ticketId];

/** The pictures and videos, links or documents of a ticket, newest first. */
export const galleryQuery = (ticketId: number, kind: GalleryKind) =>
  infiniteQueryOptions({
    queryKey: [...galleryKey(ticketId), kind],
    queryFn: ({ pageParam, signal }) =>
      call("messages", "gallery", { params: { ticketId }, query: pageParam === null ? { kind } : { kind, before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? Number(page.messages.at(-1)?.id) : undefined),
    meta: { live: true },
  });

const mayBelong = ({ media, body, isDeleted }: MessageView): boolean => media !== null || isDeleted || /https?:|www\./i.test(body);

/** Reads the loaded gallery of a ticket again after a message that may belong to it. */
export function updateGallery(client: QueryClient, { message }: ServerEvent<"appMessage">): void {
  if (mayBelong(message)) void client.invalidateQueries({ queryKey: galleryKey(message.ticketId) });
}
