import type { TicketView } from "@balcao/contracts/tickets";
import CloseRounded from "@mui/icons-material/CloseRounded";
import HeadsetMicOutlined from "@mui/icons-material/HeadsetMicOutlined";
import SmartToyOutlined from "@mui/icons-material/SmartToyOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { wholeList } from "../../lib/data/wholeLists";
import { toDateAndClock } from "../../lib/time";
import { ColorDot } from "../../ui";
import { ListPage, useWholeList, type Column, type RowAction } from "../../ui/list";
import { BotTicketDialog, type BotTicketChange } from "./BotTicketDialog";
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
