import { byNewestUpdate } from "@balcao/contracts/botTickets";
import type { TicketView } from "@balcao/contracts/tickets";
import CloseRounded from "@mui/icons-material/CloseRounded";
import HeadsetMicOutlined from "@mui/icons-material/HeadsetMicOutlined";
import SmartToyOutlined from "@mui/icons-material/SmartToyOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { updateRow, wholeList } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { ColorDot } from "../../ui";
import { ConfirmDialog } from "../../ui/form";
import { ListPage, useWholeList, type Column, type RowAction } from "../../ui/list";
import "./botTickets.css";

/** A ticket under the name of its contact, by which the page shows and searches it. */
type NamedTicket = TicketView & { readonly name: string };

const COLUMNS: readonly Column<NamedTicket>[] = [
  { id: "number", cell: ({ id }) => <span className="botTicketNumber">#{id}</span> },
  { id: "lastMessage", cell: ({ lastMessage }) => <span className="longText">{lastMessage}</span> },
  { id: "date", cell: ({ updatedAt }) => <time dateTime={updatedAt}>{toDateAndClock(updatedAt)}</time> },
  { id: "queue", cell: ({ queue }) => <QueueChip queue={queue} /> },
];

const view = (id: number): void => void window.open(`/tickets/${id}`, "_blank", "noopener");

/** What a person wants to do with a ticket of the bot. */
interface BotTicketChange {
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
function BotTicketDialog({ change: { ticket, kind }, onClose }: BotTicketDialogProps) {
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

/** The conversations that the bot handles (BOT-001 to BOT-006); events change the list. */
export function BotTicketsPage() {
  const { t } = useTranslation("botTickets");
  const { data, ...read } = useQuery(wholeList("botTickets"));
  const named = useMemo(() => data?.map((ticket) => ({ ...ticket, name: ticket.contact.name })), [data]);
  const [change, setChange] = useState<BotTicketChange | null>(null);
  const actionsOf = (ticket: NamedTicket): readonly RowAction[] => [
    { icon: HeadsetMicOutlined, label: t("attend", { name: ticket.name }), run: () => setChange({ ticket, kind: "attend" }) },
    { icon: CloseRounded, label: t("close", { name: ticket.name }), dangerous: true, run: () => setChange({ ticket, kind: "close" }) },
    { icon: VisibilityOutlined, label: t("view", { name: ticket.name }), run: () => view(ticket.id) },
  ];
  return (
    <>
      <ListPage
        area="botTickets"
        icon={SmartToyOutlined}
        list={useWholeList<NamedTicket>({ ...read, data: named })}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        pictureOf={({ contact }) => contact.profilePicUrl}
        columns={COLUMNS}
        actionsOf={actionsOf}
      />
      {change && <BotTicketDialog change={change} onClose={() => setChange(null)} />}
    </>
  );
}

function QueueChip({ queue }: Pick<TicketView, "queue">) {
  const { t } = useTranslation("botTickets");
  return (
    <span className="botTicketQueue">
      {queue && <ColorDot color={queue.color} />}
      <span className="ellipsis">{queue?.name ?? t("noQueue")}</span>
    </span>
  );
}
