import type { RatingView } from "@balcao/contracts/ratings";
import { monthOf } from "@balcao/domain/calendar";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import StarOutlineRounded from "@mui/icons-material/StarOutlineRounded";
import StarRounded from "@mui/icons-material/StarRounded";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type RatingPeriod, ratingsQuery } from "../../lib/data/ratings";
import { useSettings } from "../../lib/data/settings";
import { toDateAndClock } from "../../lib/time";
import { type Column, type RowAction, ListPage, toPagedList } from "../../ui/list";
import { RatingSummary } from "./RatingSummary";
import "./ratings.css";

interface PeriodFieldsProps {
  readonly period: RatingPeriod;
  readonly onChange: (period: RatingPeriod) => void;
}

/** The first and the last day of a list. */
function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const { t } = useTranslation("ratings");
  return (
    <div className="ratingPeriod" role="group" aria-label={t("period.title")}>
      {(["first", "last"] as const).map((end) => (
        <label key={end}>
          <span>{t(`period.${end}`)}</span>
          <OutlinedInput
            size="small"
            type="date"
            value={period[end]}
            onChange={({ target }) => onChange({ ...period, [end]: target.value })}
          />
        </label>
      ))}
    </div>
  );
}

/** A score as stars, one per point, and in words (NPS-002). */
function Stars({ rate }: { readonly rate: number }) {
  const { t } = useTranslation("ratings");
  return (
    <span className="ratingStars">
      {Array.from({ length: rate }, (_unused, at) => (
        <StarRounded key={at} aria-hidden />
      ))}
      <span>{t("score", { rate })}</span>
    </span>
  );
}

const COLUMNS: readonly Column<RatingView>[] = [
  { id: "rate", cell: ({ rate }) => <Stars rate={rate} /> },
  { id: "user", cell: ({ user }) => user?.name ?? null },
  { id: "date", cell: ({ createdAt }) => <time dateTime={createdAt}>{toDateAndClock(createdAt)}</time> },
  { id: "connection", cell: ({ whatsapp }) => whatsapp?.name ?? "–" },
];

const noSearch = { term: "", setTerm: () => undefined };

/** The period that the person chose; until then the current month in the company's zone (NPS-001). */
function usePeriod(): readonly [RatingPeriod, (period: RatingPeriod) => void] {
  const { timeZone } = useSettings();
  const [now] = useState(() => new Date());
  const [chosen, setChosen] = useState<RatingPeriod | null>(null);
  return [chosen ?? monthOf(now, timeZone), setChosen];
}

/** The customers' ratings, for administrators (NPS-001 to NPS-003). */
export function RatingsPage() {
  const { t } = useTranslation("ratings");
  const [period, setPeriod] = usePeriod();
  const read = useInfiniteQuery(ratingsQuery(period));
  const isReversed = period.first !== "" && period.last !== "" && period.first > period.last;
  const actionsOf = ({ ticketId, contact: { name } }: RatingView): readonly RowAction[] => [
    {
      icon: OpenInNewRounded,
      label: t("open", { id: ticketId, name }),
      run: () => void window.open(`/tickets/${ticketId}`, "_blank", "noopener"),
    },
    { icon: EditOutlined, label: t("noEdit", { name }), disabled: true, run: () => undefined },
    { icon: DeleteOutlined, label: t("noDelete", { name }), disabled: true, run: () => undefined },
  ];
  return (
    <ListPage
      area="ratings"
      icon={StarOutlineRounded}
      list={toPagedList<RatingView>({ items: read.data?.pages.flat(), count: undefined, ...noSearch }, read)}
      keyOf={({ id }) => id}
      nameOf={({ contact }) => contact.name}
      pictureOf={({ contact }) => contact.profilePicUrl}
      columns={COLUMNS}
      actionsOf={actionsOf}
      controls={<PeriodFields period={period} onChange={setPeriod} />}
      notes={
        <>
          {isReversed && (
            <div className="note" data-tone="warning" role="alert">
              <p>{t("period.reversed")}</p>
            </div>
          )}
          <RatingSummary period={period} onChange={setPeriod} />
        </>
      }
    />
  );
}
