import Button from "@mui/material/Button";
import type { TicketView } from "@balcao/contracts/tickets";
import { TICKET_SENTENCES } from "@balcao/domain/tickets";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { toKnownText } from "../../../lib/api/errorText";
import { ticketProtocolsQuery } from "../../../lib/data/protocols";
import { TICKET_CHANGE } from "../../../lib/data/ticketLists";
import { toasts } from "../../../lib/toasts";
import { QuestionDialog } from "../../../ui/QuestionDialog";
import { Spinner } from "../../../ui";

interface DeleteDialogProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
  /** Leaves the conversation. */
  readonly onGone: () => void;
}

/**
 * Deletes the ticket. The mutation lasts until the conversation is left, so that the event of the
 * deletion does not read the ticket again.
 */
function useDeletion({ id, contact }: TicketView, onGone: () => void) {
  const { t } = useTranslation("conversation");
  const left = useRef(() => undefined as void);
  useEffect(() => () => left.current(), []);
  return useMutation({
    mutationKey: TICKET_CHANGE,
    mutationFn: async ({ ticketId }: { readonly ticketId: number }) => {
      const log = { descricao: `Excluiu o ticket ${ticketId} de ${contact.name}`, origem: "Tickets", ticketId };
      await call("tickets", "delete", { params: { ticketId }, body: { log } });
      toasts.success(t("delete.done", { id }));
      await new Promise<void>((resolve) => {
        left.current = resolve;
        onGone();
      });
    },
  });
}

/** Asks before a ticket is deleted; one with a protocol is refused here already (TICKET-019 to TICKET-021). */
export function DeleteDialog({ ticket, onClose, onGone }: DeleteDialogProps) {
  const { t } = useTranslation(["conversation", "common"]);
  const { data, isPending: isChecking } = useQuery({ ...ticketProtocolsQuery(ticket.id), staleTime: 0 });
  const { mutate, isPending, error } = useDeletion(ticket, onGone);
  const refusal = data && data.length > 0 ? toKnownText(TICKET_SENTENCES.hasProtocol) : error && toErrorText(error);
  return (
    <QuestionDialog
      title={t("conversation:delete.title", { id: ticket.id })}
      onClose={onClose}
      buttons={
        <>
          <Button autoFocus variant="text" onClick={onClose}>
            {t(refusal ? "conversation:delete.close" : "common:action.cancel")}
          </Button>
          {!refusal && (
            <Button
              variant="contained"
              color="error"
              disabled={isChecking || isPending}
              startIcon={isPending ? <Spinner /> : undefined}
              onClick={() => mutate({ ticketId: ticket.id })}
            >
              {t("conversation:delete.confirm")}
            </Button>
          )}
        </>
      }
    >
      {refusal ? <p role="alert">{refusal}</p> : t("conversation:delete.text", { name: ticket.contact.name })}
    </QuestionDialog>
  );
}
