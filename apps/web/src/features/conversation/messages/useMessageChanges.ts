import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { DEFAULT_CONNECTOR } from "@balcao/domain/connections";
import { UNREADABLE_BODY, UNSUPPORTED_BODY } from "@balcao/domain/messages";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { call, toErrorText } from "../../../lib/api";
import { toKnownText } from "../../../lib/api/errorText";
import { putMessage } from "../../../lib/data/messages";
import { addRemark } from "../../../lib/data/remarks";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { toActor, useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { useTranscribe } from "./useTranscribe";
import { editOffer, isIncomplete, reactOffer, removeOffer, type Offer } from "./messageRights";
import type { ReasonedAction } from "./reasonedAction";

interface MessageChangesOptions {
  readonly ticket: TicketView;
  /** Whether messages can be sent in this conversation now. */
  readonly writable: boolean;
  readonly onEdit: (message: MessageView) => void;
}

/** Sends the remark about a change of a message to the audit trail. */
const remarkOn = (deed: string, { id, ticketId }: MessageView) =>
  addRemark({ descricao: `${deed} a mensagem ${id}`, origem: "Mensagens", messageId: Number(id), ticketId });

const showError = (error: unknown) => toasts.error(toErrorText(error));

/** What a person can do to a message that was sent or received: react, edit, delete, apply it again. */
export function useMessageChanges({ ticket, writable, onEdit }: MessageChangesOptions) {
  const { t } = useTexts("conversation");
  const self = useSelf();
  const actor = useMemo(() => toActor(self), [self]);
  const offline = useOffline();
  const transcribeOf = useTranscribe();
  const [asked, setAsked] = useState<MessageView | null>(null);
  const deleting = useMutation({
    mutationFn: ({ id }: MessageView) => call("messages", "delete", { params: { messageId: Number(id) } }),
    onSuccess: ({ deleted, message }) => {
      putMessage(queryClient, message);
      // A network that cannot delete leaves the message as it is (CONV-047).
      if (!deleted) return toasts.error(t("message.notDeleted"));
      remarkOn("Apagou", message);
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
    if (api !== "meow") toasts.error(toKnownText("ERR_NOT_REPROCESSED"));
    else
      void call("messages", "reprocess", { params: { webhook: `${name}_token` }, body: { reprocess: true, id: Number(message.id) } }).then(
        (changed) => {
          putMessage(queryClient, changed);
          remarkOn("Processou de novo", changed);
        },
        showError,
      );
  };
  const context = { ticket, actor, writable };
  const away = offline ? t("offline") : null;
  const given = <T>(offer: Offer, run: T): ReasonedAction<T> | undefined =>
    offer === undefined ? undefined : { run, reason: (offer && t(`refusal.${offer}`)) ?? away };
  return {
    /** Each action is undefined where it makes no sense for this message. */
    actionsFor: (message: MessageView) => {
      const transcribe = transcribeOf(message);
      return {
        edit: given(editOffer(message, context), () => onEdit(message)),
        remove: given(removeOffer(message, context), () => setAsked(message)),
        react: given(reactOffer(message, context), (emoji: string) => react(message, emoji)),
        transcribe: transcribe && { ...transcribe, reason: away ?? transcribe.reason },
        reprocess: isIncomplete(message, [UNREADABLE_BODY, UNSUPPORTED_BODY]) ? { run: () => reprocess(message), reason: away } : undefined,
      };
    },
    /** The message whose deletion waits for an answer. */
    asked,
    deleting: deleting.isPending,
    confirmDelete: () => asked && deleting.mutate(asked),
    cancelDelete: () => setAsked(null),
  };
}

/** What `useMessageChanges` gives for a ticket, or its like for a chat. */
export type MessageChanges = ReturnType<typeof useMessageChanges>;
