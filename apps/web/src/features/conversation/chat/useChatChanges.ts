import { toRoomMessage, type ChatView } from "@balcao/contracts/chats";
import type { MessageView } from "@balcao/contracts/messages";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { call, toErrorText } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import type { MessageChanges } from "../messages/useMessageChanges";
import { localKeyOf } from "../outbox";

/** What a person may change of a message: their own, texts and whole messages (CHAT-012, CHAT-013). */
export function mayChangeOwn(message: MessageView, chat: ChatView): { readonly edit: boolean; readonly remove: boolean } {
  const own = chat.mayWrite && message.fromMe && !message.isDeleted && localKeyOf(message) === null;
  return { edit: own && message.mediaType === "chat", remove: own };
}

/** What a person can do to a message of a chat. */
export function useChatChanges(chat: ChatView, onEdit: (message: MessageView) => void): MessageChanges {
  const { t } = useTexts("conversation");
  const reason = useOffline() ? t("offline") : null;
  const [asked, setAsked] = useState<MessageView | null>(null);
  const deleting = useMutation({
    mutationFn: ({ id }: MessageView) => call("chats", "delete", { params: { messageId: Number(id) } }),
    onSuccess: (message) => putMessage(queryClient, toRoomMessage(message)),
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => setAsked(null),
  });
  return {
    actionsFor: (message) => {
      const may = mayChangeOwn(message, chat);
      return {
        edit: may.edit ? { run: () => onEdit(message), reason } : undefined,
        remove: may.remove ? { run: () => setAsked(message), reason } : undefined,
        react: undefined,
        transcribe: undefined,
        reprocess: undefined,
      };
    },
    asked,
    deleting: deleting.isPending,
    confirmDelete: () => {
      if (asked) deleting.mutate(asked);
    },
    cancelDelete: () => setAsked(null),
  };
}
