import { RETENTION_KINDS, type RetentionCountView, type RetentionKind } from "@balcao/contracts/privacy";
import type { SettingView } from "@balcao/contracts/settings";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { erasuresQuery, saveCertificate } from "../../lib/data/privacy";
import { toDate } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { SelectField, Spinner } from "../../ui";

const SETTING_OF: Readonly<Record<RetentionKind, string>> = {
  tickets: "keepTickets",
  messages: "keepMessages",
  media: "keepMedia",
  journal: "keepJournal",
  audit: "keepAudit",
};
const AGES = [30, 90, 180, 365, 730, 1825];

/** Counts what the saved rules, or those of one age, would delete now, and lists the certificates of erasures (D-450, D-451). */
export function RetentionPart({ rows }: { readonly rows: ReadonlyMap<string, SettingView> }) {
  const { t } = useTranslation("privacy");
  const [age, setAge] = useState("");
  const count = useMutation({
    mutationFn: () => {
      const daysOf = (kind: RetentionKind): number => Number(age === "" ? (rows.get(SETTING_OF[kind])?.value ?? "") : age);
      const body = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, daysOf(kind)]));
      return call("privacy", "count", { body });
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return (
    <>
      <section className="settingAsk" aria-label={t("retention.title")}>
        <p>{t("retention.text")}</p>
        <SelectField
          label={t("retention.age")}
          value={age}
          options={[
            { value: "", label: t("retention.saved") },
            ...AGES.map((days) => ({ value: String(days), label: t("retention.days", { count: days }) })),
          ]}
          onChange={setAge}
        />
        <Button
          variant="outlined"
          disabled={count.isPending}
          startIcon={count.isPending ? <Spinner /> : undefined}
          onClick={() => count.mutate()}
        >
          {t("retention.count")}
        </Button>
        {count.data && <Counted counted={count.data} />}
      </section>
      <Certificates />
    </>
  );
}

function Counted({ counted }: { readonly counted: RetentionCountView }) {
  const { t } = useTranslation("privacy");
  return (
    <div role="status">
      <ul>
        {RETENTION_KINDS.map((kind) => {
          const found = counted[kind];
          if (found === null) return <li key={kind}>{t(`retention.off.${kind}`)}</li>;
          const oldest = found.oldestAt === null ? "" : ` · ${t("retention.oldest", { date: toDate(found.oldestAt) })}`;
          return <li key={kind}>{`${t(`retention.of.${kind}`, { count: found.count })}${oldest}`}</li>;
        })}
      </ul>
    </div>
  );
}

function Certificates() {
  const { t, i18n } = useTranslation("privacy");
  const { data = [] } = useQuery(erasuresQuery);
  if (data.length === 0) return null;
  return (
    <section className="settingAsk" aria-label={t("certificates.title")}>
      <p>{t("certificates.text")}</p>
      <ul>
        {data.slice(0, 20).map(({ id, erasedAt, user }) => (
          <li key={id}>
            <Button
              size="small"
              variant="text"
              onClick={() => void saveCertificate(id, i18n.language).catch((error: unknown) => toasts.error(toErrorText(error)))}
            >
              {t("certificates.one", { id, date: toDate(erasedAt), name: user.name ?? `#${user.id}` })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
