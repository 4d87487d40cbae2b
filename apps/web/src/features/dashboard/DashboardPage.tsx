import type { DashboardUserView } from "@balcao/contracts/dashboard";
import type { TicketView } from "@balcao/contracts/tickets";
import Button from "@mui/material/Button";
import { BarChart } from "@mui/x-charts/BarChart";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../../lib/api";
import {
  type DashboardFilter,
  type FigureChoice,
  agentTicketsQuery,
  countersQuery,
  PIES,
  statsQuery,
  useRecount,
} from "../../lib/data/dashboard";
import { useSettings } from "../../lib/data/settings";
import { useJob } from "../../lib/data/jobs";
import { ratingsQuery } from "../../lib/data/ratings";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { ErrorCard, Page, RecountJobNote, Spinner } from "../../ui";
import { ConfirmDialog } from "../../ui/form";
import { ReadDialog } from "../../ui/TitledDialog";
import { AgentsTable } from "./AgentsTable";
import { CountdownLabel, DashboardFilters } from "./DashboardFilters";
import { FigureDialog } from "./FigureDialog";
import { Counters, StatsStrip } from "./Numbers";
import { RatingGauge } from "./RatingGauge";
import { TargetsTable } from "./TargetsTable";
import { TotalsPie } from "./TotalsPie";
import { useCountdown } from "./useCountdown";
import { useFilter } from "./useFilter";
import { useDelayed } from "./useWidget";
import { Widget } from "./Widget";
import "./charts.css";
import "./dashboard.css";
import "./lists.css";

const FIRST_HOUR = 8;
const toLabel = (at: number): string => `${String(FIRST_HOUR + at).padStart(2, "0")}:00`;

interface HoursChartProps {
  readonly filter: DashboardFilter;
  readonly onOpen: (choice: FigureChoice, title: string) => void;
}

/** Tickets by the hour of their creation: twelve bars. */
function HoursChart({ filter, onOpen }: HoursChartProps) {
  const { t } = useTranslation("dashboard");
  const query = useQuery(countersQuery(filter));
  const open = (at: number): void => onOpen({ figure: "created", hour: FIRST_HOUR + at }, t("hours.one", { hour: toLabel(at) }));
  const total = query.data?.hours.reduce((sum, n) => sum + n, 0) ?? 0;
  return (
    <Widget
      area="hours"
      title={t("hours.title")}
      subtitle={t("hours.total", { count: total })}
      query={query}
      columns={[t("hours.hour"), t("tickets")]}
      rowsOf={({ hours }) => hours.map((n, at) => ({ key: toLabel(at), label: toLabel(at), value: String(n), open: () => open(at) }))}
      chart={({ hours }) =>
        total === 0 ? (
          <p className="dashNothing">{t("pie.nothing")}</p>
        ) : (
          <div className="dashBars" aria-hidden="true">
            <BarChart
              height={220}
              skipAnimation
              disableKeyboardNavigation
              hideLegend
              disableAxisListener
              margin={{ left: 0, right: 0, top: 8, bottom: 0 }}
              borderRadius={4}
              grid={{ horizontal: true }}
              xAxis={[
                {
                  data: hours.map((_n, at) => toLabel(at)),
                  scaleType: "band",
                  categoryGapRatio: 0.44,
                  disableLine: true,
                  disableTicks: true,
                },
              ]}
              yAxis={[{ min: 0, tickMinStep: 1, width: 36, disableLine: true, disableTicks: true }]}
              series={[{ data: [...hours], color: "var(--chart-1)", label: t("tickets") }]}
              onItemClick={(_event, { dataIndex }) => open(dataIndex)}
            />
          </div>
        )
      }
    />
  );
}

interface AgentTicketsDialogProps {
  readonly agent: DashboardUserView;
  readonly queueId: number | undefined;
  readonly onClose: () => void;
}

/** The tickets that an agent attends; one opens in a new window after a question (DASH-014 to DASH-016). */
function AgentTicketsDialog({ agent, queueId, onClose }: AgentTicketsDialogProps) {
  const { t } = useTranslation("dashboard");
  const query = useQuery(agentTicketsQuery(agent.id, queueId));
  const [asked, setAsked] = useState<TicketView | null>(null);
  const title = t("agent.title", { name: agent.name });
  const open = (): void => {
    if (asked) window.open(`/tickets/${asked.id}`, "_blank", "noopener");
    setAsked(null);
  };
  return (
    <ReadDialog title={title} onClose={onClose}>
      {query.error && <ErrorCard title={title} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Spinner />}
      {query.data?.tickets.length === 0 && <p>{t("agent.nothing")}</p>}
      <ul className="dashTickets">
        {query.data?.tickets.map((ticket) => (
          <li key={ticket.id}>
            <Button fullWidth onClick={() => setAsked(ticket)}>
              <span className="dashTicketName">{`${ticket.contact.name} · #${ticket.id}`}</span>
              <span className="dashSecondary">
                {[ticket.queue?.name, toDateAndClock(ticket.updatedAt)].filter((part) => part !== undefined).join(" · ")}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        local
        open={asked !== null}
        title={t("agent.question")}
        confirmLabel={t("agent.open")}
        onConfirm={open}
        onCancel={() => setAsked(null)}
      >
        {asked && `${asked.contact.name} · #${asked.id}`}
      </ConfirmDialog>
    </ReadDialog>
  );
}

/** The ratings that the gauge is made of, newest first. */
function RatingsDialog({ filter, onClose }: { readonly filter: DashboardFilter; readonly onClose: () => void }) {
  const { t } = useTranslation("dashboard");
  const { firstDate, lastDate, userId, queueId } = filter;
  const query = useInfiniteQuery(ratingsQuery({ first: firstDate, last: lastDate, userId, queueId }));
  const ratings = query.data?.pages.flat();
  const title = t("rating.title");
  return (
    <ReadDialog title={title} onClose={onClose}>
      {query.error && <ErrorCard title={title} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Spinner />}
      {ratings?.length === 0 && <p>{t("rating.none")}</p>}
      <ul className="dashTickets">
        {ratings?.map((rating) => (
          <li key={rating.id}>
            <span className="dashTicketName">{`${rating.contact.name} · ${t("rating.of5", { rate: rating.rate })}`}</span>
            <span className="dashSecondary">{[rating.user?.name, toDateAndClock(rating.createdAt)].filter(Boolean).join(" · ")}</span>
          </li>
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

/** Says when figures are not what the current opening hours give, and asks whether to count them again. */
function FiguresNote({ filter }: { readonly filter: DashboardFilter }) {
  const { t } = useTranslation("dashboard");
  const { data } = useQuery(statsQuery(filter));
  const again = useRecount((error) => toasts.error(toErrorText(error)));
  const isRunning = useJob("figureRecount")?.state === "running";
  if (isRunning) return <RecountJobNote />;
  if (data === undefined || (data.complete && data.countedOtherwise === 0)) return null;
  return (
    <div className="note" data-tone="warning" role="status">
      <p>{data.complete ? t("note.otherwise", { count: data.countedOtherwise }) : t("note.incomplete")}</p>
      {data.complete && (
        <Button size="small" color="inherit" disabled={again.isPending} onClick={() => again.mutate("all")}>
          {t("note.recount")}
        </Button>
      )}
    </div>
  );
}

/** Charts wait for a pause of typing, in milliseconds. */
const CHART_DELAY_MS = 1_000;

/** How the days go, for administrators; every figure opens what it is made of (DASH-001 to DASH-026). */
export function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const chosen = useFilter();
  const { filter } = chosen;
  const countdown = useCountdown(JSON.stringify(filter));
  const charts = useDelayed(filter, CHART_DELAY_MS);
  const [figure, setFigure] = useState<{ readonly choice: FigureChoice; readonly title: string } | null>(null);
  const [agent, setAgent] = useState<DashboardUserView | null>(null);
  const [ratings, setRatings] = useState(false);
  const asksForReasons = useSettings().closingReason !== "off";
  const open = (choice: FigureChoice, title: string): void => setFigure({ choice, title });
  return (
    <Page title={t("title")} actions={<CountdownLabel countdown={countdown} />}>
      <DashboardFilters filter={chosen} />
      <div className="dash">
        <FiguresNote filter={filter} />
        <p className="dashSecondary">{t("note.campaigns")}</p>
        <Counters filter={filter} onOpen={open} />
        <div className="dashRow" data-row="hours">
          <HoursChart filter={charts} onOpen={open} />
          <RatingGauge filter={charts} onOpen={() => setRatings(true)} />
        </div>
        <div className="dashRow">
          {PIES.filter((pie) => pie !== "byReason" || asksForReasons).map((pie) => (
            <TotalsPie key={pie} pie={pie} filter={charts} onOpen={open} />
          ))}
        </div>
        <TargetsTable filter={charts} onOpen={open} />
        <StatsStrip filter={filter} onOpen={open} />
        <AgentsTable filter={filter} onOpen={setAgent} />
      </div>
      {figure && <FigureDialog title={figure.title} filter={filter} choice={figure.choice} onClose={() => setFigure(null)} />}
      {agent && <AgentTicketsDialog agent={agent} queueId={filter.queueId} onClose={() => setAgent(null)} />}
      {ratings && <RatingsDialog filter={filter} onClose={() => setRatings(false)} />}
    </Page>
  );
}
