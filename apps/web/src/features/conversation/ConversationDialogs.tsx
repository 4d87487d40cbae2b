import type { TicketView } from "@balcao/contracts/tickets";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../ui";
import { closeLater } from "./closing";

const TransferDialog = lazy(() => import("./dialogs/TransferDialog").then((door) => ({ default: door.TransferDialog })));
const TemplatesDialog = lazy(() => import("./dialogs/TemplatesDialog").then((door) => ({ default: door.TemplatesDialog })));
const PauseDialog = lazy(() => import("./dialogs/PauseDialog").then((door) => ({ default: door.PauseDialog })));

interface ConversationDialogsProps {
  readonly ticket: TicketView;
  readonly asked: "transfer" | "pause" | "close" | "template" | null;
  readonly onClose: () => void;
  readonly onMoved: () => void;
  readonly onSent: () => void;
}

/** The dialogs over a conversation, each loaded when it is first opened. */
export function ConversationDialogs({ ticket, asked, onClose, onMoved, onSent }: ConversationDialogsProps) {
  const { t } = useTranslation("conversation");
  return (
    <>
      <Suspense>
        {asked === "transfer" && <TransferDialog ticket={ticket} onClose={onClose} onMoved={onMoved} />}
        {asked === "template" && <TemplatesDialog ticket={ticket} onClose={onClose} onSent={onSent} />}
        {asked === "pause" && <PauseDialog ticket={ticket} onClose={onClose} />}
      </Suspense>
      <ConfirmDialog
        open={asked === "close"}
        title={t("close.title", { id: ticket.id })}
        confirmLabel={t("close.confirm")}
        onCancel={onClose}
        onConfirm={() => {
          onClose();
          closeLater(ticket, "close");
        }}
      >
        {t("close.text", { name: ticket.contact.name })}
      </ConfirmDialog>
    </>
  );
}
