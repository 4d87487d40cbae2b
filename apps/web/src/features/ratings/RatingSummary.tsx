import type { RatingSummaryView } from "@balcao/contracts/ratings";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import StarRounded from "@mui/icons-material/StarRounded";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { download, toErrorText } from "../../lib/api";
import { connectionsQuery } from "../../lib/data/connections";
import { queuesQuery } from "../../lib/data/queues";
import { ratingSummaryQuery, toRatingQuery, type RatingPeriod } from "../../lib/data/ratings";
import { addRemark } from "../../lib/data/remarks";
import { allUsersQuery } from "../../lib/data/users";
import { toasts } from "../../lib/toasts";
import { SelectField, UnreadChoices } from "../../ui";

interface RatingSummaryProps {
  readonly period: RatingPeriod;
  readonly onChange: (period: RatingPeriod) => void;
}

type Named = readonly { readonly id: number; readonly name: string }[];

/** Whose ratings, their average and distribution, and all of them as a file (D-357). */
export function RatingSummary({ period, onChange }: RatingSummaryProps) {
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
