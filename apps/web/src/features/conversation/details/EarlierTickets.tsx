import Button from "@mui/material/Button";
import type { TicketView } from "@balcao/contracts/tickets";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { contactTicketsQuery } from "../../../lib/data/contacts";
import { toDate } from "../../../lib/time";

/** The other tickets of the contact that the person may open. */
export function EarlierTickets({ ticket }: { readonly ticket: TicketView }) {
  const { t } = useTranslation(["details", "common"]);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(contactTicketsQuery(ticket.contactId));
  const others = (data?.pages ?? []).flatMap(({ tickets }) => tickets).filter(({ id }) => id !== ticket.id);
  if (!data || (others.length === 0 && !hasNextPage)) return null;
  return (
    <section>
      <h4>{t("details:earlier.title")}</h4>
      <ul className="detailsTickets">
        {others.map(({ id, status, queue, lastMessage, closedAt, createdAt }) => (
          <li key={id}>
            <Link to={`/tickets/${id}`}>
              <b className="ellipsis">{lastMessage || t("details:earlier.empty")}</b>
              <span className="ellipsis">
                {[`#${id}`, t(`common:ticketStatus.${status}`), queue?.name, toDate(closedAt ?? createdAt)].filter(Boolean).join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" variant="text" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("details:earlier.more")}
        </Button>
      )}
    </section>
  );
}
