import { encodeIntent, type TicketView } from "@balcao/contracts/tickets";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { nowTicketsQuery, refreshNow, type NowChoice } from "../../lib/data/now";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { ErrorCard, Spinner } from "../../ui";
import { ReadDialog } from "../../ui/ReadDialog";
import { TransferDialog } from "../conversation";

interface NowTicketsProps {
  readonly choice: NowChoice;
  readonly title: string;
  readonly onClose: () => void;
}

/** The conversations behind a number; each is handed over, or taken from its person, from here. */
export function NowTickets({ choice, title, onClose }: NowTicketsProps) {
  const { t } = useTranslation("now");
  const query = useQuery(nowTicketsQuery(choice));
  const [given, setGiven] = useState<TicketView | null>(null);
  const takeOut = useMutation({
    mutationFn: (ticket: TicketView) =>
      call("tickets", "change", {
        params: { ticketId: ticket.id },
        body: encodeIntent({ intent: "returnToWaiting", input: {} }) as { status: "pending" },
      }),
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: refreshNow,
  });
  if (given)
    return (
      <Suspense fallback={null}>
        <TransferDialog ticket={given} onClose={() => setGiven(null)} onMoved={() => void refreshNow()} />
      </Suspense>
    );
  const { data } = query;
  return (
    <ReadDialog title={title} onClose={onClose}>
      {query.error && <ErrorCard title={title} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Spinner />}
      {data?.tickets.length === 0 && <p>{t("nothing")}</p>}
      <ul className="nowTickets">
        {data?.tickets.map((ticket) => (
          <li key={ticket.id} aria-label={ticket.contact.name}>
            <div>
              <a href={`/tickets/${ticket.id}`} target="_blank" rel="noopener noreferrer">
                {`${ticket.contact.name} · #${ticket.id}`}
              </a>
              <span className="nowQuiet">
                {[ticket.queue?.name, ticket.user?.name, toDateAndClock(ticket.updatedAt)].filter(Boolean).join(" · ")}
              </span>
            </div>
            <Button size="small" onClick={() => setGiven(ticket)}>
              {t("handOver")}
            </Button>
            {ticket.user && (
              <Button size="small" disabled={takeOut.isPending} onClick={() => takeOut.mutate(ticket)}>
                {t("takeOut")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.hasMore && <p className="nowQuiet">{t("more", { count: data.count - data.tickets.length })}</p>}
    </ReadDialog>
  );
}
