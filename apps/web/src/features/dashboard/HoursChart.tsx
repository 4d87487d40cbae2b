import { BarChart } from "@mui/x-charts/BarChart";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { countersQuery, type DashboardFilter, type FigureChoice } from "../../lib/data/dashboard";
import { Widget } from "./Widget";

const FIRST_HOUR = 8;
const toLabel = (at: number): string => `${String(FIRST_HOUR + at).padStart(2, "0")}:00`;

interface HoursChartProps {
  readonly filter: DashboardFilter;
  readonly onOpen: (choice: FigureChoice, title: string) => void;
}

/** Tickets by the hour of their creation: twelve bars (DASH-007, D-104). */
export function HoursChart({ filter, onOpen }: HoursChartProps) {
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
