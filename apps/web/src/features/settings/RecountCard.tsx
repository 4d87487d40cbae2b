import { RECOUNT_RANGES, type RecountRange } from "@balcao/contracts/dashboard";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../../lib/api";
import { recountDaysQuery, useRecount } from "../../lib/data/dashboard";
import { useJob } from "../../lib/data/jobs";
import { toasts } from "../../lib/toasts";
import { RecountJobNote } from "../../ui";

/**
 * Asks after a change of the hours whether to recompute the figures of earlier days, and says how far that is. `changedAt`
 * is when the hours were last saved.
 */
export function RecountCard({ changedAt }: { readonly changedAt: string }) {
  const { t } = useTranslation("settings");
  const job = useJob("figureRecount");
  const { data: days } = useQuery(recountDaysQuery(`${changedAt} ${job?.id ?? ""} ${job?.state ?? ""}`));
  const [chosen, setChosen] = useState<RecountRange | null>(null);
  const recount = useRecount((error) => toasts.error(toErrorText(error)));
  const isRunning = job?.state === "running" || recount.isPending;
  const ranges = RECOUNT_RANGES.filter((each) => (days?.[each] ?? 0) > 0);
  const range = ranges.find((each) => each === chosen) ?? ranges[0];
  return (
    <>
      {days && range && !isRunning && (
        <section className="settingAsk" aria-label={t("recount.title")}>
          <p role="status">{t("recount.text", { count: days.all })}</p>
          <span className="selectField settingSelect">
            <select
              aria-label={t("recount.range")}
              value={range}
              onChange={({ target }) => setChosen(RECOUNT_RANGES.find((each) => each === target.value) ?? null)}
            >
              {ranges.map((each) => (
                <option key={each} value={each}>
                  {t(`recount.of.${each}`, { n: days[each] })}
                </option>
              ))}
            </select>
            <ExpandMore aria-hidden />
          </span>
          <Button variant="outlined" onClick={() => recount.mutate(range)}>
            {t("recount.start")}
          </Button>
        </section>
      )}
      <RecountJobNote />
    </>
  );
}
