import type { RefObject } from "react";
import { useSteady } from "../../lib/useSteady";
import type { MessageListHandle } from "./messages/MessageList";

/** What the message box does with the messages above it, and how it is left; the same functions at every rendering. */
export function useBesideList(list: RefObject<MessageListHandle | null>, onLeave: () => void) {
  const toEnd = () => list.current?.toEnd();
  return useSteady({
    onSent: toEnd,
    onToEnd: toEnd,
    onScrollPages: (pages: number) => list.current?.scrollBy(pages),
    onLeave,
  });
}
