import NotificationsOutlined from "@mui/icons-material/NotificationsOutlined";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { ptOnly } from "../../i18n/literals";
import { unreadTicketsQuery } from "../../lib/data/unreadTickets";
import { toFullDate, toListTime } from "../../lib/time";
import { Avatar, ErrorCard, setUnreadInTitle } from "../../ui";
import "./bell.css";

const toBadge = (count: number, cap: number): string => (count > cap ? `${cap}+` : String(count));

/** The bell: how many tickets have unread messages, and which (SHELL-024, SHELL-040…SHELL-042). */
export function Bell() {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data, error, isPending, refetch } = useQuery(unreadTicketsQuery);
  const tickets = data?.tickets ?? [];
  const count = tickets.length;
  useEffect(() => setUnreadInTitle(count), [count]);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={count > 0 ? t("bell.openWithCount", { count }) : t("bell.open")}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <NotificationsOutlined />
        {count > 0 && <span className="bellDot">{toBadge(count, 99)}</span>}
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-labelledby": titleId, sx: { width: 360, maxHeight: 350, marginTop: "8px" } } }}
      >
        <h2 id={titleId} className="bellTitle">
          {t("bell.title")}
        </h2>
        {error && !data && (
          <div className="bellError">
            <ErrorCard title={t("bell.title")} error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {isPending && [0, 1, 2].map((row) => <div key={row} className="bellSkeleton" aria-hidden="true" />)}
        {data && count === 0 && <p className="bellEmpty">{ptOnly.noNotifications}</p>}
        <ul>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <Link className="bellRow" to={`/tickets/${ticket.id}`} onClick={close}>
                <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={36} />
                <span className="bellName ellipsis">{ticket.contact.name}</span>
                <time className="bellTime" dateTime={ticket.updatedAt} title={toFullDate(ticket.updatedAt, i18n.language)}>
                  {toListTime(ticket.updatedAt)}
                </time>
                <span className="bellText ellipsis">{ticket.lastMessage}</span>
                <span className="bellCount">
                  <span aria-hidden="true">{toBadge(ticket.unreadMessages, 99)}</span>
                  <span className="visuallyHidden">{t("bell.unread", { count: ticket.unreadMessages })}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Popover>
    </>
  );
}
