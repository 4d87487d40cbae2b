import type { TicketView } from "@balcao/contracts/tickets";
import { lazy, Suspense } from "react";
import { useTexts } from "../../i18n/useTexts";
import { ConfirmDialog } from "../../ui/form";
import { closeLater } from "./closing";
import { isPause } from "./ticketActions";
import type { MessageChanges } from "./messages/useMessageChanges";
import type { AskedAction } from "./useTicketActions";
import type { MessageTools } from "./messages/useMessageTools";

const TransferDialog = lazy(() => import("./dialogs/TransferDialog").then((door) => ({ default: door.TransferDialog })));
const TemplatesDialog = lazy(() => import("./dialogs/TemplatesDialog").then((door) => ({ default: door.TemplatesDialog })));
const ForwardDialog = lazy(() => import("./dialogs/ForwardDialog").then((door) => ({ default: door.ForwardDialog })));
const MessageInfoDialog = lazy(() => import("./dialogs/MessageInfoDialog").then((door) => ({ default: door.MessageInfoDialog })));
const CardDialog = lazy(() => import("./dialogs/CardDialog").then((door) => ({ default: door.CardDialog })));
const ProtocolDialog = lazy(() => import("./dialogs/ProtocolDialog").then((door) => ({ default: door.ProtocolDialog })));
const DeleteDialog = lazy(() => import("./dialogs/DeleteDialog").then((door) => ({ default: door.DeleteDialog })));
const PauseDialog = lazy(() => import("./dialogs/PauseDialog").then((door) => ({ default: door.PauseDialog })));

interface ConversationDialogsProps {
  readonly ticket: TicketView;
  readonly asked: AskedAction | "template" | "card" | null;
  readonly tools: MessageTools;
  readonly changes: MessageChanges;
  readonly onClose: () => void;
  /** The person resolves although something was not sent. */
  readonly onResolve: () => void;
  readonly onMoved: () => void;
  readonly onSent: () => void;
}

/** The dialogs of a conversation, each loaded when it is first opened. */
export function ConversationDialogs({ ticket, asked, tools, changes, onClose, onResolve, onMoved, onSent }: ConversationDialogsProps) {
  const { t } = useTexts("conversation");
  return (
    <>
      <Suspense>
        {asked === "transfer" && <TransferDialog ticket={ticket} onClose={onClose} onMoved={onMoved} />}
        {asked === "template" && <TemplatesDialog ticket={ticket} onClose={onClose} onSent={onSent} />}
        {tools.infoOf && <MessageInfoDialog ticket={ticket} message={tools.infoOf} onClose={tools.hideInfo} />}
        {tools.forwarding && ticket.whatsappId !== null && (
          <ForwardDialog
            whatsappId={ticket.whatsappId}
            messages={tools.forwarding}
            onClose={tools.stopForwarding}
            onForwarded={tools.selection.end}
          />
        )}
        {asked === "card" && <CardDialog ticket={ticket} onClose={onClose} onSent={onSent} />}
        {asked === "protocol" && <ProtocolDialog ticket={ticket} onClose={onClose} />}
        {asked === "delete" && <DeleteDialog ticket={ticket} onClose={onClose} onGone={onMoved} />}
        {isPause(asked) && <PauseDialog kind={asked} ticket={ticket} onClose={onClose} />}
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
      <ConfirmDialog
        open={changes.asked !== null}
        title={t("remove.title")}
        confirmLabel={t("remove.confirm")}
        dangerous
        busy={changes.deleting}
        onCancel={changes.cancelDelete}
        onConfirm={changes.confirmDelete}
      >
        {t(changes.asked?.mediaType === "comment" ? "remove.comment" : "remove.text", { name: ticket.contact.name })}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "unsent"}
        title={t("unsent.title")}
        confirmLabel={t("unsent.confirm")}
        cancelLabel={t("unsent.cancel")}
        onCancel={onClose}
        onConfirm={onResolve}
      >
        {t("unsent.text", { name: ticket.contact.name })}
      </ConfirmDialog>
    </>
  );
}
