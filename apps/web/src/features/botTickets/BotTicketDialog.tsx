import { byNewestUpdate } from "@balcao/contracts/botTickets";
import type { TicketView } from "@balcao/contracts/tickets";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { updateRow } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { useSelf } from "../../lib/session";
import { ConfirmDialog } from "../../ui/form";

/** What a person wants to do with a ticket of the bot. */
export interface BotTicketChange {
  readonly ticket: TicketView;
  readonly kind: "attend" | "close";
}

const STATUS = { attend: "pending", close: "closed" } as const;
const DEEDS = { attend: "Assumiu", close: "Encerrou" } as const;

interface BotTicketDialogProps {
  readonly change: BotTicketChange;
  readonly onClose: () => void;
}

/** Asks before a ticket is taken from the bot or closed, and does it (BOT-007). */
export function BotTicketDialog({ change: { ticket, kind }, onClose }: BotTicketDialogProps) {
  const { t } = useTranslation("botTickets");
  const { id: userId } = useSelf();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call("botTickets", "change", { params: { ticketId: ticket.id }, body: { ticket: ticket.id, status: STATUS[kind], user: userId } }),
    onSuccess: () => {
      updateRow(queryClient, "botTickets", { id: ticket.id, row: null }, byNewestUpdate);
      addRemark({ descricao: `${DEEDS[kind]} o ticket ${ticket.id} do robô`, origem: "Tickets", ticketId: ticket.id });
      toasts.success("Ticket atualizado com sucesso!");
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: onClose,
  });
  const { name } = ticket.contact;
  return (
    <ConfirmDialog
      open
      dangerous={kind === "close"}
      busy={isPending}
      title={t(`confirm.${kind}.title`, { name })}
      confirmLabel={t(`confirm.${kind}.submit`)}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {t(`confirm.${kind}.text`)}
    </ConfirmDialog>
  );
}
