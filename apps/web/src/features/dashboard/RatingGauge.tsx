import { Gauge } from "@mui/x-charts/Gauge";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ratingQuery, type DashboardFilter } from "../../lib/data/dashboard";
import { levelOf, toScore } from "./levels";
import { Widget } from "./Widget";

interface RatingGaugeProps {
  readonly filter: DashboardFilter;
  readonly onOpen: () => void;
}

/** The average of the ratings, 0 to 5, and its level in a word (DASH-026). */
export function RatingGauge({ filter, onOpen }: RatingGaugeProps) {
  const { t, i18n } = useTranslation("dashboard");
  const query = useQuery(ratingQuery(filter));
  const count = query.data?.ratings ?? 0;
  const wordsOf = (average: number | null): string =>
    average === null ? t("rating.none") : `${toScore(average, i18n.language)} · ${t(`rating.${levelOf(average)}`)}`;
  return (
    <Widget
      area="rating"
      title={t("rating.title")}
      subtitle={count > 0 ? t("rating.count", { count }) : undefined}
      query={query}
      columns={[t("rating.title"), t("rating.score")]}
      rowsOf={({ average, ratings }) => [
        { key: "average", label: t("rating.average"), value: wordsOf(average) },
        { key: "count", label: t("rating.ratings"), value: String(ratings), open: ratings > 0 ? onOpen : undefined },
      ]}
      chart={({ average }) => (
        <div className="dashGauge" aria-hidden="true">
          <Gauge
            width={240}
            height={140}
            value={average ?? 0}
            valueMin={0}
            valueMax={5}
            startAngle={-90}
            endAngle={90}
            innerRadius="84%"
            outerRadius="100%"
            text=""
            skipAnimation
            sx={{ "& .MuiGauge-valueArc": { fill: "var(--chart-1)" }, "& .MuiGauge-referenceArc": { fill: "var(--track)" } }}
          />
          <button type="button" className="dashScore" tabIndex={-1} disabled={count === 0} onClick={onOpen}>
            {average === null ? (
              <span>{t("rating.none")}</span>
            ) : (
              <>
                <strong>{toScore(average, i18n.language)}</strong>
                <span>{t(`rating.${levelOf(average)}`)}</span>
              </>
            )}
          </button>
          <p className="dashGaugeEnds">
            <span>0</span>
            <span>5</span>
          </p>
        </div>
      )}
    />
  );
}
