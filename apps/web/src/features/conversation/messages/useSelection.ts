import type { MessageView } from "@balcao/contracts/messages";
import { useCallback, useMemo, useState } from "react";
import { currentMessage } from "./currentMessage";

/** Whether a message can be chosen together with others: the api has it and it has a content. */
export const isSelectable = ({ id, isDeleted, mediaType }: MessageView): boolean =>
  /^\d+$/.test(id) && !isDeleted && mediaType !== "error" && mediaType !== "call_log";

const bySending = (a: MessageView, b: MessageView) => a.createdAt.localeCompare(b.createdAt) || Number(a.id) - Number(b.id);

/** Messages that a person chooses for something that is done to all of them, as they are now among the loaded `messages`. */
export function useSelection(messages: readonly MessageView[]) {
  const [marked, setMarked] = useState<ReadonlyMap<string, MessageView> | null>(null);
  const chosen = useMemo(() => {
    const now = [...(marked?.values() ?? [])].map((message) => currentMessage(messages, message) ?? message);
    return new Map(now.filter(isSelectable).map((message) => [message.id, message]));
  }, [marked, messages]);
  const toggle = useCallback((message: MessageView) => {
    if (!isSelectable(message)) return;
    setMarked((now) => {
      const next = new Map(now);
      if (!next.delete(message.id)) next.set(message.id, message);
      return next;
    });
  }, []);
  const end = useCallback(() => setMarked(null), []);
  return useMemo(
    () => ({
      active: marked !== null,
      has: (id: string) => chosen.has(id),
      /** In the order in which they were sent. */
      messages: [...chosen.values()].sort(bySending),
      /** Chooses a message, or takes it out; the first one starts the choice. */
      toggle,
      end,
    }),
    [marked, chosen, toggle, end],
  );
}
