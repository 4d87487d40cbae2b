import type { MessageView } from "@balcao/contracts/messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { galleryQuery } from "../../../lib/data/gallery";
import { Lightbox } from "./Lightbox";

/** So many pictures before the first one that was read, older ones are read. */
const NEAR = 3;

interface TicketLightboxProps {
  readonly ticketId: number;
  /** What is loaded, oldest first; shown until the ticket's pictures are read up to the opened one. */
  readonly messages: readonly MessageView[];
  readonly messageId: string;
  readonly onClose: () => void;
}

/** Walks through all pictures and videos of a ticket in full size. */
export function TicketLightbox({ ticketId, messages, messageId, onClose }: TicketLightboxProps) {
  const [currentId, setCurrentId] = useState(messageId);
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(galleryQuery(ticketId, "media"));
  const all = (data?.pages ?? []).flatMap((page) => page.messages).reverse();
  const place = all.findIndex(({ id }) => id === currentId);
  const wantsOlder = hasNextPage && !isFetching && error === null && place < NEAR;
  useEffect(() => {
    if (wantsOlder) void fetchNextPage();
  }, [wantsOlder, fetchNextPage]);
  return (
    <Lightbox
      messages={place === -1 ? messages : all}
      messageId={messageId}
      currentId={currentId}
      onView={setCurrentId}
      onClose={onClose}
    />
  );
}
