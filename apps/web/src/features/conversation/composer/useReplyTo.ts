import type { MessageView, QuotedView } from "@balcao/contracts/messages";
import { useCallback, useMemo, useState } from "react";
import { browserDrafts } from "./drafts";

const toQuoted = ({ id, body, fromMe, mediaType, contact, media }: MessageView): QuotedView => ({
  ...{ id, body, fromMe, mediaType, contact },
  fileName: media?.fileName ?? null,
});

interface ReplyOptions {
  readonly selfId: number;
  readonly roomId: number;
  /** The loaded ones. */
  readonly messages: readonly MessageView[];
}

/** The message that the next one answers, as it is now; it belongs to the draft of the room. */
export function useReplyTo({ selfId, roomId, messages }: ReplyOptions) {
  const [chosen, setReplyTo] = useState<QuotedView | null>(() => browserDrafts().get(selfId, roomId)?.replyTo ?? null);
  const reply = useCallback((message: MessageView) => setReplyTo(toQuoted(message)), []);
  const current = chosen && messages.find(({ id }) => id === chosen.id);
  const replyTo = useMemo(() => (!current ? chosen : current.isDeleted ? null : toQuoted(current)), [chosen, current]);
  return { replyTo, setReplyTo, reply };
}
