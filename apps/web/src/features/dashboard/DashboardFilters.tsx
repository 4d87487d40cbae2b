import PauseRounded from "@mui/icons-material/PauseRounded";
import PlayArrowRounded from "@mui/icons-material/PlayArrowRounded";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../lib/data/queues";
import { allUsersQuery } from "../../lib/data/users";
import { SelectField, TextInput, UnreadChoices } from "../../ui";
import type { useCountdown } from "./useCountdown";
import { PERIODS, type useFilter } from "./useFilter";

/** Days, person and queue, and presets of days (DASH-003, DASH-004, DASH-017). */
export function DashboardFilters({ filter: { fields, set, choose, wrong } }: { readonly filter: ReturnType<typeof useFilter> }) {
  const { t } = useTranslation("dashboard");
  const { data: users = [] } = useQuery(allUsersQuery);
  const { data: queues = [] } = useQuery(queuesQuery);
  const everybody = { value: "", label: t("filter.everybody") };
  const format = t("filter.format");
  return (
    <div className="dashFilters" role="group" aria-label={t("filter.title")}>
      <UnreadChoices />
      <TextInput
        label={t("filter.from")}
        type="date"
        value={fields.firstDate}
        error={wrong.firstDate ? format : undefined}
        onChange={({ target }) => set({ firstDate: target.value })}
      />
      <TextInput
        label={t("filter.to")}
        type="date"
        value={fields.lastDate}
        error={wrong.lastDate ? format : wrong.order ? t("filter.reversed") : undefined}
        onChange={({ target }) => set({ lastDate: target.value })}
      />
      <SelectField
        label={t("filter.user")}
        value={fields.userId}
        options={[everybody, ...users.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(userId) => set({ userId })}
      />
      <SelectField
        label={t("filter.queue")}
        value={fields.queueId}
        options={[{ value: "", label: t("filter.allQueues") }, ...queues.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(queueId) => set({ queueId })}
      />
      <div className="dashPeriods">
        {PERIODS.map((period) => (
          <Button key={period} size="small" onClick={() => choose(period)}>
            {t(`filter.${period}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The seconds until everything is read again, and a button that pauses them (DASH-002). */
export function CountdownLabel({ countdown: { seconds, paused, togglePause } }: { readonly countdown: ReturnType<typeof useCountdown> }) {
  const { t } = useTranslation("dashboard");
  return (
    <div className="dashCountdown">
      <IconButton size="small" aria-label={t(paused ? "countdown.resume" : "countdown.pause")} onClick={togglePause}>
        {paused ? <PlayArrowRounded /> : <PauseRounded />}
      </IconButton>
      <span>{t("countdown.left", { seconds })}</span>
    </div>
  );
}
