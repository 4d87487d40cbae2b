import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { DEFAULT_CONNECTOR } from "@balcao/domain/connections";
import { UNREADABLE_BODY, UNSUPPORTED_BODY } from "@balcao/domain/messages";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ptOnly } from "../../../i18n/literals";
import { call, toErrorText } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { toActor, useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { useTranscribe } from "./useTranscribe";
import { isIncomplete, mayDelete, mayEdit, mayReact } from "./messageRights";

interface MessageChangesOptions {
  readonly ticket: TicketView;
  /** Whether messages can be sent in this conversation now. */
  readonly writable: boolean;
  readonly onEdit: (message: MessageView) => void;
}

const showError = (error: unknown) => toasts.error(toErrorText(error));

/** What a person can do to a message that was sent or received: react, edit, delete, apply it again. */
export function useMessageChanges({ ticket, writable, onEdit }: MessageChangesOptions) {
  const self = useSelf();
  const actor = useMemo(() => toActor(self), [self]);
  const offline = useOffline();
  const transcribeOf = useTranscribe();
  const [asked, setAsked] = useState<MessageView | null>(null);
  const deleting = useMutation({
    mutationFn: ({ id }: MessageView) => call("messages", "delete", { params: { messageId: Number(id) } }),
    onSuccess: ({ deleted, message }) => {
      putMessage(queryClient, message);
      // A network that cannot delete leaves the message as it is (CONV-047, D-072).
      if (!deleted) toasts.error(ptOnly.messageNotDeleted);
    },
    onError: showError,
    onSettled: () => setAsked(null),
  });
  const react = (message: MessageView, emoji: string) =>
    void call("messages", "react", { params: { messageId: Number(message.id) }, body: { emoji } }).then(
      (changed) => putMessage(queryClient, changed),
      showError,
    );
  const reprocess = (message: MessageView) => {
    const { api = DEFAULT_CONNECTOR, name = "" } = ticket.whatsapp ?? {};
    if (api !== "meow") toasts.error(ptOnly.messageNotReprocessed);
    else
      void call("messages", "reprocess", { params: { webhook: `${name}_token` }, body: { reprocess: true, id: Number(message.id) } }).then(
        (changed) => putMessage(queryClient, changed),
        showError,
      );
  };
  const given = <T>(allowed: boolean, action: T): T | undefined => (writable && allowed ? action : undefined);
  return {
    /** Each action is undefined where it is not possible for this message. */
    actionsFor: (message: MessageView) => ({
      edit: given(mayEdit(message, ticket, actor), () => onEdit(message)),
      remove: given(mayDelete(message, ticket, actor), () => setAsked(message)),
      react: given(mayReact(message, ticket) && !offline, (emoji: string) => react(message, emoji)),
      transcribe: transcribeOf(message),
      reprocess: isIncomplete(message, [UNREADABLE_BODY, UNSUPPORTED_BODY]) ? () => reprocess(message) : undefined,
    }),
    offline,
    /** The message whose deletion waits for an answer. */
    asked,
    deleting: deleting.isPending,
    confirmDelete: () => asked && deleting.mutate(asked),
    cancelDelete: () => setAsked(null),
  };
}

/** What `useMessageChanges` gives for a ticket, or its like for a chat. */
export type MessageChanges = ReturnType<typeof useMessageChanges>;
