import { PieChart } from "@mui/x-charts/PieChart";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { pieQuery, type DashboardFilter, type FigureChoice, type Pie, type Slice } from "../../lib/data/dashboard";
import { useReasonWords } from "../../lib/data/reasonWords";
import { Widget } from "./Widget";

/** As many colours as slices are drawn by name. */
const COLORS = 10;

interface TotalsPieProps {
  readonly pie: Pie;
  readonly filter: DashboardFilter;
  readonly onOpen: (choice: FigureChoice, title: string) => void;
}

const colorOf = ({ id, color }: Slice, at: number): string =>
  id === null ? "var(--chart-other)" : (color ?? `var(--chart-${(at % COLORS) + 1})`);

const choiceOf = (pie: Pie, id: number | string): FigureChoice => {
  if (typeof id === "string") return { figure: "closed", reason: id };
  const figure = "created" as const;
  if (pie === "byUser") return { figure, userId: id };
  return pie === "byContact" ? { figure, contactId: id } : { figure, queueId: id };
};

/** Tickets per agent, client or queue, the ten largest and the others (DASH-008, DASH-009). */
export function TotalsPie({ pie, filter, onOpen }: TotalsPieProps) {
  const { t } = useTranslation("dashboard");
  const words = useReasonWords();
  const query = useQuery(pieQuery(pie, filter));
  const title = t(`pie.${pie}`);
  const nameOf = ({ id, name }: Slice): string => {
    if (name !== null) return name;
    return typeof id === "string" ? words.nameOf(id) : t("pie.others");
  };
  const opener = (slice: Slice | undefined): (() => void) | undefined => {
    if (!slice || slice.id === null) return undefined;
    const choice = choiceOf(pie, slice.id);
    return () => onOpen(choice, t("pie.one", { title, name: nameOf(slice) }));
  };
  return (
    <Widget
      area={pie}
      title={title}
      query={query}
      columns={[t(`pie.column.${pie}`), t("tickets")]}
      rowsOf={(slices) =>
        slices.map((slice) => ({ key: String(slice.id), label: nameOf(slice), value: String(slice.total), open: opener(slice) }))
      }
      chart={(slices) =>
        slices.length === 0 ? <p className="dashNothing">{t("pie.nothing")}</p> : <Donut slices={slices} nameOf={nameOf} opener={opener} />
      }
    />
  );
}

interface DonutProps {
  readonly slices: readonly Slice[];
  readonly nameOf: (slice: Slice) => string;
  readonly opener: (slice: Slice | undefined) => (() => void) | undefined;
}

/** The ring with its total, and beside it the names and values. */
function Donut({ slices, nameOf, opener }: DonutProps) {
  const { t } = useTranslation("dashboard");
  const total = slices.reduce((sum, slice) => sum + slice.total, 0);
  return (
    <div className="dashDonut">
      <div className="dashRing" aria-hidden="true">
        <PieChart
          width={120}
          height={120}
          skipAnimation
          disableKeyboardNavigation
          hideLegend
          margin={{ left: 0, right: 0, top: 0, bottom: 0 }}
          series={[
            {
              innerRadius: "62%",
              outerRadius: "100%",
              paddingAngle: slices.length > 1 ? 1.5 : 0,
              data: slices.map((slice, at) => ({ id: at, value: slice.total, label: nameOf(slice), color: colorOf(slice, at) })),
            },
          ]}
          onItemClick={(_event, { dataIndex }) => opener(slices[dataIndex])?.()}
        />
        <p>
          <strong>{total}</strong>
          <span>{t("pie.total")}</span>
        </p>
      </div>
      <ul className="dashLegend" aria-hidden="true">
        {slices.map((slice, at) => (
          <li key={slice.id ?? "others"}>
            <span className="dashDot" style={{ background: colorOf(slice, at) }} />
            <span className="dashLegendName" title={nameOf(slice)}>
              {nameOf(slice)}
            </span>
            <strong>{slice.total}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
