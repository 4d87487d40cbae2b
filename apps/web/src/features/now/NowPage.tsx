import type { TeamNowView } from "@balcao/contracts/dashboard";
import { encodeIntent, type TicketView } from "@balcao/contracts/tickets";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { call, toErrorText } from "../../lib/api";
import { nowTicketsQuery, refreshNow, useTeamNow, type NowChoice } from "./nowQuery";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { Avatar, ErrorCard, Page, Spinner, usePageTitle } from "../../ui";
import { ReadDialog } from "../../ui/TitledDialog";
import { TransferDialog } from "../conversation";
import "./now.css";
import { NowPeople, personState } from "./NowPeople";
import { NowQueues } from "./NowQueues";

interface NowTicketsProps {
  readonly choice: NowChoice;
  readonly title: string;
  readonly onClose: () => void;
}

/** The conversations behind a number; each is handed over, or taken from its person, from here. */
function NowTickets({ choice, title, onClose }: NowTicketsProps) {
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

interface NowWallProps {
  readonly team: TeamNowView;
  readonly onLeave: () => void;
}

/** The same for a screen on the wall: large, who is connected alone, and nothing to press but the way out, which shows under the pointer or the focus. */
function NowWall({ team, onLeave }: NowWallProps) {
  const { t } = useTranslation("now");
  const wall = useRef<HTMLDivElement>(null);
  usePageTitle(t("title"));
  useEffect(() => wall.current?.focus(), []);
  const there = team.people.filter(({ status }) => status !== "offline").sort((one, other) => other.load - one.load);
  return (
    <div
      ref={wall}
      className="nowWall"
      role="region"
      aria-label={t("title")}
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && onLeave()}
    >
      <Button className="nowLeave" variant="outlined" onClick={onLeave}>
        {t("leaveWall")}
      </Button>
      <NowQueues team={team} />
      <section aria-label={t("people")}>
        <h2 className="visuallyHidden">{t("people")}</h2>
        <ul className="nowWallPeople">
          {there.map((person) => (
            <li key={person.id} data-full={(person.openLimit !== null && person.load >= person.openLimit) || undefined}>
              <Avatar name={person.name} src={person.profilePicUrl} size={40} presence={person.status} />
              <span className="ellipsis">{person.name}</span>
              <strong>{person.openLimit === null ? person.load : `${person.load}/${person.openLimit}`}</strong>
              <span className="nowQuiet ellipsis">{t(`state.${personState(person)}`)}</span>
            </li>
          ))}
        </ul>
        <p className="nowQuiet">{t("others", { count: team.people.length - there.length })}</p>
      </section>
    </div>
  );
}

/** What the team has now, live, for managers and administrators; on a wall it is large and without controls (D-543). */
export function NowPage() {
  const { t } = useTranslation("now");
  const query = useTeamNow();
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState<{ readonly choice: NowChoice; readonly title: string } | null>(null);
  const { data, error } = query;
  const open = (choice: NowChoice, title: string): void => setShown({ choice, title });
  if (params.get("wall") === "1" && data) return <NowWall team={data} onLeave={() => setParams({}, { replace: true })} />;
  return (
    <Page title={t("title")} actions={<Button onClick={() => setParams({ wall: "1" }, { replace: true })}>{t("wall")}</Button>}>
      {data === undefined && (error ? <ErrorCard title={t("title")} error={error} onRetry={() => void query.refetch()} /> : <Spinner />)}
      {data && (
        <div className="now">
          <NowQueues team={data} onOpen={open} />
          <NowPeople team={data} onOpen={open} />
        </div>
      )}
      {shown && <NowTickets {...shown} onClose={() => setShown(null)} />}
    </Page>
  );
}
