import { isOverMidnight, OWN_HOURS_LIMITS, type Interval } from "@balcao/domain/calendar";
import Add from "@mui/icons-material/Add";
import Close from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { Tooltip } from "../../ui/Tooltip";
import { withMore } from "./hoursDraft";

interface OpenIntervalsProps {
  /** The day, for the names of the fields. */
  readonly day: string;
  readonly open: readonly Interval[];
  readonly onChange: (open: readonly Interval[]) => void;
}

/** The intervals of a day: two times each, with a word where it ends on the next day. */
export function OpenIntervals({ day, open, onChange }: OpenIntervalsProps) {
  const { t } = useTranslation("settings");
  const change = (at: number, interval: Interval) => onChange(open.map((each, place) => (place === at ? interval : each)));
  const more = withMore(open);
  return (
    <div className="hoursIntervals">
      {open.map(([from, until], at) => (
        // eslint-disable-next-line react/no-array-index-key -- an interval is its place; its times may repeat while one types
        <div className="hoursInterval" key={at}>
          <input
            type="time"
            aria-label={t("ownHours.from", { day, n: at + 1 })}
            value={from}
            onChange={({ target }) => change(at, [target.value, until])}
          />
          <span aria-hidden>–</span>
          <input
            type="time"
            aria-label={t("ownHours.until", { day, n: at + 1 })}
            value={until}
            onChange={({ target }) => change(at, [from, target.value])}
          />
          {isOverMidnight([from, until]) && <small>{t("ownHours.nextDay")}</small>}
          <Tooltip title={t("ownHours.remove", { day, n: at + 1 })}>
            <IconButton
              size="small"
              aria-label={t("ownHours.remove", { day, n: at + 1 })}
              onClick={() => onChange(open.filter((_each, place) => place !== at))}
            >
              <Close fontSize="small" />
            </IconButton>
          </Tooltip>
        </div>
      ))}
      {more !== open && open.length < OWN_HOURS_LIMITS.intervals && (
        <Button size="small" startIcon={<Add />} onClick={() => onChange(more)}>
          {t("ownHours.add")}
        </Button>
      )}
    </div>
  );
}
