import type { FigureTicketView } from "@balcao/contracts/dashboard";
import { formatDuration } from "@balcao/domain/calendar";
import Button from "@mui/material/Button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { figureTicketsQuery, type DashboardFilter, type FigureChoice } from "../../lib/data/dashboard";
import { toDateAndClock } from "../../lib/time";
import { ErrorCard, Spinner } from "../../ui";
import { ReadDialog } from "../../ui/TitledDialog";
import { toPartWords } from "./partWords";

interface FigureDialogProps {
  readonly title: string;
  readonly filter: DashboardFilter;
  readonly choice: FigureChoice;
  readonly onClose: () => void;
}

/** The tickets that a figure is made of, and for TME and TMA what was counted and left out of each. */
export function FigureDialog({ title, filter, choice, onClose }: FigureDialogProps) {
  const { t } = useTranslation("dashboard");
  const query = useInfiniteQuery(figureTicketsQuery(filter, choice));
  const tickets = query.data?.pages.flatMap((page) => page.tickets);
  return (
    <ReadDialog title={title} onClose={onClose}>
      {query.error && <ErrorCard title={title} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Spinner />}
      {tickets?.length === 0 && <p>{t("figure.nothing")}</p>}
      <ul className="dashTickets">
        {tickets?.map((ticket) => (
          <FigureTicket key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("figure.more")}
        </Button>
      )}
    </ReadDialog>
  );
}

function FigureTicket({ ticket }: { readonly ticket: FigureTicketView }) {
  const { t } = useTranslation("dashboard");
  const moments = [
    t("figure.created", { at: toDateAndClock(ticket.createdAt) }),
    ticket.acceptedAt && t("figure.accepted", { at: toDateAndClock(ticket.acceptedAt) }),
    ticket.closedAt && t("figure.closed", { at: toDateAndClock(ticket.closedAt) }),
  ];
  return (
    <li>
      <a href={`/tickets/${ticket.id}`} target="_blank" rel="noopener noreferrer" className="dashTicketName">
        {`${ticket.contact.name} · #${ticket.id}`}
      </a>
      <span className="dashSecondary">{[ticket.queue?.name, ticket.user?.name, ...moments].filter(Boolean).join(" · ")}</span>
      {ticket.time && <TimeInWords time={ticket.time} />}
    </li>
  );
}

/** What was counted of a waiting or handling time, and what was left out and why. */
function TimeInWords({ time }: { readonly time: NonNullable<FigureTicketView["time"]> }) {
  const { t, i18n } = useTranslation("dashboard");
  const counted = time.parts.filter(({ reason }) => reason === null);
  const left = time.parts.filter(({ reason }) => reason !== null);
  return (
    <div className="dashTime">
      <p>
        {counted.length === 0
          ? t("figure.none")
          : t("figure.counted", { parts: toPartWords(counted, i18n.language), time: formatDuration(time.millis) })}
      </p>
      {left.length > 0 && (
        <p className="dashSecondary">
          {t("figure.left", {
            parts: left.map((part) => `${toPartWords([part], i18n.language)} (${t(`reason.${part.reason ?? "closed"}`)})`).join(", "),
          })}
        </p>
      )}
      {time.more > 0 && <p className="dashSecondary">{t("figure.moreParts", { count: time.more })}</p>}
    </div>
  );
}
