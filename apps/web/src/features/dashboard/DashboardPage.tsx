import type { DashboardUserView } from "@balcao/contracts/dashboard";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PIES, type FigureChoice } from "../../lib/data/dashboard";
import { Page } from "../../ui";
import { AgentsTable } from "./AgentsTable";
import { AgentTicketsDialog } from "./AgentTicketsDialog";
import { CountdownLabel, DashboardFilters } from "./DashboardFilters";
import { FigureDialog } from "./FigureDialog";
import { FiguresNote } from "./FiguresNote";
import { HoursChart } from "./HoursChart";
import { Counters, StatsStrip } from "./Numbers";
import { RatingGauge } from "./RatingGauge";
import { RatingsDialog } from "./RatingsDialog";
import { TotalsPie } from "./TotalsPie";
import { useCountdown } from "./useCountdown";
import { useFilter } from "./useFilter";
import { useDelayed } from "./useWidget";
import "./charts.css";
import "./dashboard.css";
import "./lists.css";

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
  const open = (choice: FigureChoice, title: string): void => setFigure({ choice, title });
  return (
    <Page title={t("title")} actions={<CountdownLabel countdown={countdown} />}>
      <DashboardFilters filter={chosen} />
      <div className="dash">
        <FiguresNote filter={filter} />
        <Counters filter={filter} onOpen={open} />
        <div className="dashRow" data-row="hours">
          <HoursChart filter={charts} onOpen={open} />
          <RatingGauge filter={charts} onOpen={() => setRatings(true)} />
        </div>
        <div className="dashRow">
          {PIES.map((pie) => (
            <TotalsPie key={pie} pie={pie} filter={charts} onOpen={open} />
          ))}
        </div>
        <StatsStrip filter={filter} onOpen={open} />
        <AgentsTable filter={filter} onOpen={setAgent} />
      </div>
      {figure && <FigureDialog title={figure.title} filter={filter} choice={figure.choice} onClose={() => setFigure(null)} />}
      {agent && <AgentTicketsDialog agent={agent} queueId={filter.queueId} onClose={() => setAgent(null)} />}
      {ratings && <RatingsDialog filter={filter} onClose={() => setRatings(false)} />}
    </Page>
  );
}
