import type { RatingSummaryView, RatingView } from "@balcao/contracts/ratings";
import { monthOf } from "@balcao/domain/calendar";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import StarOutlineRounded from "@mui/icons-material/StarOutlineRounded";
import StarRounded from "@mui/icons-material/StarRounded";
import Button from "@mui/material/Button";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { download, toErrorText } from "../../lib/api";
import { connectionsQuery } from "../../lib/data/connections";
import { queuesQuery } from "../../lib/data/queues";
import { ratingsQuery, ratingSummaryQuery, toRatingQuery, type RatingPeriod } from "../../lib/data/ratings";
import { addRemark } from "../../lib/data/remarks";
import { useSettings } from "../../lib/data/settings";
import { allUsersQuery } from "../../lib/data/users";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { SelectField, UnreadChoices } from "../../ui";
import { type Column, type RowAction, ListPage, toPagedList } from "../../ui/list";
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

interface RatingSummaryProps {
  readonly period: RatingPeriod;
  readonly onChange: (period: RatingPeriod) => void;
}

type Named = readonly { readonly id: number; readonly name: string }[];

/** Whose ratings, their average and distribution, and all of them as a file (D-357). */
function RatingSummary({ period, onChange }: RatingSummaryProps) {
  const { t } = useTranslation("ratings");
  const { data } = useQuery(ratingSummaryQuery(period));
  const { data: users = [] } = useQuery(allUsersQuery);
  const { data: queues = [] } = useQuery(queuesQuery);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const save = useMutation({ mutationFn: () => saveRatings(period), onError: (error) => toasts.error(toErrorText(error)) });
  const choice = (field: "userId" | "queueId" | "whatsappId", of: Named) => (
    <SelectField
      label={t(`filter.${field}`)}
      value={String(period[field] ?? "")}
      options={[{ value: "", label: t("filter.all") }, ...of.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(chosen) => onChange({ ...period, [field]: chosen === "" ? undefined : Number(chosen) })}
    />
  );
  return (
    <section className="ratingSummary" aria-label={t("summary")}>
      <div className="ratingFilters" role="group" aria-label={t("filter.title")}>
        <UnreadChoices />
        {choice("userId", users)}
        {choice("queueId", queues)}
        {choice("whatsappId", connections)}
        <Button
          variant="outlined"
          startIcon={<FileDownloadOutlined />}
          disabled={save.isPending || data === undefined || data.count === 0}
          onClick={() => save.mutate()}
        >
          {t("export")}
        </Button>
      </div>
      {data && data.count > 0 && <Distribution summary={data} />}
    </section>
  );
}

function Distribution({ summary: { count, average, scores } }: { readonly summary: RatingSummaryView }) {
  const { t, i18n } = useTranslation("ratings");
  const share = new Intl.NumberFormat(i18n.language, { style: "percent" });
  return (
    <div className="ratingDistribution">
      <p>
        <StarRounded aria-hidden />
        <b>{new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(average ?? 0)}</b>
        <span>{t("average", { count })}</span>
      </p>
      <ol>
        {[...scores].reverse().map((score) => (
          <li key={score.rate}>
            <span>{t("score", { rate: score.rate })}</span>
            <meter min={0} max={count} value={score.count} aria-label={t("score", { rate: score.rate })} />
            <span>{t("share", { count: score.count, share: share.format(score.count / count) })}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

async function saveRatings(period: RatingPeriod): Promise<void> {
  await download("ratings", "export", { body: toRatingQuery(period) });
  addRemark({ descricao: "Exportou as avaliações", origem: "N.P.S." });
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
