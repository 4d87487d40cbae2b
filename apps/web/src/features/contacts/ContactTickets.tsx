import Button from "@mui/material/Button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { contactTicketsQuery } from "../../lib/data/contacts";
import { toDate } from "../../lib/time";

/** The tickets of a contact that the person may open, newest first. */
export function ContactTickets({ contactId }: { readonly contactId: number }) {
  const { t } = useTranslation("contacts");
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(contactTicketsQuery(contactId));
  const tickets = (data?.pages ?? []).flatMap((page) => page.tickets);
  if (tickets.length === 0) return null;
  return (
    <section className="contactGroup" aria-label={t("tickets.title")}>
      <h3>{t("tickets.title")}</h3>
      <ul className="contactTickets">
        {tickets.map(({ id, queue, lastMessage, closedAt, createdAt }) => (
          <li key={id}>
            <Link to={`/tickets/${id}`}>
              <b className="ellipsis">{lastMessage || t("tickets.empty")}</b>
              <span className="ellipsis">
                {[`#${id}`, queue?.name, closedAt === null ? t("tickets.open") : toDate(closedAt), toDate(createdAt)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" variant="text" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("tickets.more")}
        </Button>
      )}
    </section>
  );
}
