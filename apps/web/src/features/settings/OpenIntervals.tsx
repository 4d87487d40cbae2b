import { isOverMidnight, OWN_HOURS_LIMITS, type Interval } from "@balcao/domain/calendar";
import Add from "@mui/icons-material/Add";
import Close from "@mui/icons-material/Close";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import type { SelectHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { Tooltip } from "../../ui/Tooltip";
import { toTime, withMore } from "./hoursDraft";

interface OpenIntervalsProps {
  /** The day, for the names of the fields. */
  readonly day: string;
  readonly open: readonly Interval[];
  readonly onChange: (open: readonly Interval[]) => void;
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
}

/** Whether both times are typed to their end. */
const isWhole = (times: Interval): boolean => times.every((time) => /^\d\d:\d\d$/.test(time));

/** A time as HH:mm; "9" and "930" become one when the field is left. */
function TimeInput({ label, value, onChange }: TimeInputProps) {
  const complete = () => {
    const time = toTime(value);
    if (time !== value) onChange(time);
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={complete}
      onKeyDown={({ key }) => {
        if (key === "Enter") complete();
      }}
    />
  );
}

/** The intervals of a day: two times each, with a word where it ends on the next day. */
export function OpenIntervals({ day, open, onChange }: OpenIntervalsProps) {
  const { t } = useTranslation("settings");
  const change = (at: number, interval: Interval) => onChange(open.map((each, place) => (place === at ? interval : each)));
  const more = withMore(open);
  return (
    <div className="hoursIntervals">
      {open.map(([from, until], at) => (
        <div className="hoursInterval" key={at}>
          <TimeInput label={t("ownHours.from", { day, n: at + 1 })} value={from} onChange={(time) => change(at, [time, until])} />
          <span aria-hidden>–</span>
          <TimeInput label={t("ownHours.until", { day, n: at + 1 })} value={until} onChange={(time) => change(at, [from, time])} />
          {isWhole([from, until]) && isOverMidnight([from, until]) && <small>{t("ownHours.nextDay")}</small>}
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

/** A choice in a row, which has its name for screen readers only. */
export function PlainSelect({ className = "", ...props }: SelectHTMLAttributes<HTMLSelectElement> & { readonly "aria-label": string }) {
  return (
    <span className={`selectField ${className}`}>
      <select {...props} />
      <ExpandMore aria-hidden />
    </span>
  );
}
