import type { TicketView } from "@balcao/contracts/tickets";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { toListTime } from "../../../lib/time";
import { Avatar, flag } from "../../../ui";
import type { OpenOptions } from "../openOptions";
import "./invitedStrip.css";

interface InvitedStripProps {
  readonly tickets: readonly TicketView[];
  readonly selectedId: number | null;
  readonly onOpen: (ticket: TicketView, options: OpenOptions) => void;
}

/** The conversations that the person is invited to, whatever queue and state they are in (D-552). */
export function InvitedStrip({ tickets, selectedId, onOpen }: InvitedStripProps) {
  const { t } = useTranslation("guests");
  return (
    <details className="invited" open>
      <summary>{t("inbox.title", { count: tickets.length })}</summary>
      <ul aria-label={t("inbox.label")}>
        {tickets.map((ticket) => (
          <li key={ticket.id} style={{ "--queue": ticket.queue?.color ?? "var(--queue-none)" } as CSSProperties}>
            <button
              type="button"
              data-selected={flag(ticket.id === selectedId)}
              onClick={(event) => onOpen(ticket, { newTab: event.ctrlKey || event.metaKey, byKeyboard: event.detail === 0 })}
            >
              <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={28} />
              <span className="ellipsis">
                <b>{ticket.contact.name}</b> {ticket.lastMessage}
              </span>
              <span className="queueDot" title={ticket.queue?.name} />
              <time dateTime={ticket.updatedAt}>{toListTime(ticket.updatedAt)}</time>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
