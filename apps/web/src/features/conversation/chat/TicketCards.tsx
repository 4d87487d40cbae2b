import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { ticketQuery } from "../../../lib/data/ticketLists";
import { Avatar } from "../../../ui";
import { ticketLinks } from "./ticketLinks";
import "./ticketCards.css";

/** Cards of the tickets that a text links to: contact, queue and status for who may see them, a number for others. */
export function TicketCards({ text }: { readonly text: string }) {
  return ticketLinks(text, window.location.origin).map((id) => <TicketCard key={id} ticketId={id} />);
}

function TicketCard({ ticketId }: { readonly ticketId: number }) {
  const { t } = useTranslation(["conversation", "common"]);
  const { data: ticket } = useQuery({ ...ticketQuery(ticketId), retry: false });
  if (!ticket) return <span className="ticketCard">{t("card.ticket", { id: ticketId })}</span>;
  return (
    <Link className="ticketCard" to={`/tickets/${ticketId}`}>
      <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={28} />
      <span className="ticketCardText">
        <b className="ellipsis">{ticket.contact.name}</b>
        <span className="ellipsis">{`#${ticket.id} · ${ticket.queue?.name ?? t("header.noQueue")} · ${t(`common:ticketStatus.${ticket.status}`)}`}</span>
      </span>
    </Link>
  );
}
