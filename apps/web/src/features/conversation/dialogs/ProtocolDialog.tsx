import Button from "@mui/material/Button";
import type { TicketView } from "@balcao/contracts/tickets";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { addRemark } from "../../../lib/data/remarks";
import { toasts } from "../../../lib/toasts";
import { QuestionDialog } from "../../../ui/QuestionDialog";
import { Spinner } from "../../../ui";
import { refuseHeldEnter, useCreateButton } from "../../../ui/form";
import { closeLater } from "../closing";

interface ProtocolDialogProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
}

/**
 * Asks before a ticket is resolved whether its contact gets a protocol; the closing follows after
 * 4.5 s in both cases.
 */
export function ProtocolDialog({ ticket, onClose }: ProtocolDialogProps) {
  const { t } = useTranslation(["conversation", "common"]);
  const resolve = () => {
    onClose();
    closeLater(ticket, "resolve");
  };
  const { press, isPending, error } = useCreateButton({
    create: (idempotencyKey) =>
      call("protocols", "create", { body: { contactId: ticket.contactId, ticketId: ticket.id } }, { idempotencyKey }),
    onSuccess: ({ protocolo: number }) => {
      addRemark({ descricao: `Gerou o protocolo ${number}`, origem: "Protocolos", ticketId: ticket.id, contactId: ticket.contactId });
      toasts.success(t("conversation:protocol.sent", { number }));
      resolve();
    },
  });
  return (
    <QuestionDialog
      title={t("conversation:protocol.title")}
      onClose={onClose}
      onKeyDown={refuseHeldEnter}
      buttons={
        <>
          <Button variant="text" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <Button disabled={isPending} onClick={resolve}>
            {t("conversation:protocol.no")}
          </Button>
          <Button
            autoFocus
            variant="contained"
            color="primary"
            disabled={isPending}
            startIcon={isPending ? <Spinner /> : undefined}
            onClick={press}
          >
            {t("conversation:protocol.yes")}
          </Button>
        </>
      }
    >
      {error ? <p role="alert">{toErrorText(error)}</p> : t("conversation:protocol.text", { name: ticket.contact.name })}
    </QuestionDialog>
  );
}
