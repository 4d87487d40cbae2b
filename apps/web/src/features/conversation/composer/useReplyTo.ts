import type { MessageView, QuotedView } from "@balcao/contracts/messages";
import { useCallback, useState } from "react";
import { browserDrafts } from "./drafts";

const toQuoted = ({ id, body, fromMe, mediaType, contact }: MessageView): QuotedView => ({ id, body, fromMe, mediaType, contact });

/** The message that the next one answers, which belongs to the draft of the room (CONV-033). */
export function useReplyTo(selfId: number, roomId: number) {
  const [replyTo, setReplyTo] = useState<QuotedView | null>(() => browserDrafts().get(selfId, roomId)?.replyTo ?? null);
  const reply = useCallback((message: MessageView) => setReplyTo(toQuoted(message)), []);
  return { replyTo, setReplyTo, reply };
}
