import { OWN_HOURS_LIMITS, type OwnHours, type OwnHoursProblem } from "@balcao/domain/calendar";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { Tooltip } from "../../ui/Tooltip";
import { withDate, withMode } from "./hoursDraft";
import { useProblemText } from "./hoursWords";
import { OpenIntervals, PlainSelect } from "./OpenIntervals";

interface DatedHoursEditorProps {
  readonly hours: OwnHours;
  readonly today: string;
  readonly problem: OwnHoursProblem | null;
  readonly onChange: (hours: OwnHours) => void;
}

/** Dates on which it is closed, or open at other times. */
export function DatedHoursEditor({ hours, today, problem, onChange }: DatedHoursEditorProps) {
  const { t } = useTranslation("settings");
  const problemText = useProblemText();
  const add = () => onChange({ ...hours, days: [...hours.days, { day: today, name: "", open: [] }] });
  return (
    <>
      <ul className="hoursWeek">
        {hours.days.map((date, at) => {
          const { day, name, open } = date;
          const words = name || day || t("ownHours.date.new");
          return (
            <li key={at} className="hoursDay hoursDate">
              <input
                type="date"
                aria-label={t("ownHours.date.day", { n: at + 1 })}
                value={day}
                onChange={({ target }) => onChange(withDate(hours, at, { ...date, day: target.value }))}
              />
              <input
                type="text"
                aria-label={t("ownHours.date.name", { n: at + 1 })}
                placeholder={t("ownHours.date.example")}
                maxLength={OWN_HOURS_LIMITS.name}
                value={name}
                onChange={({ target }) => onChange(withDate(hours, at, { ...date, name: target.value }))}
              />
              <PlainSelect
                aria-label={t("ownHours.mode.label", { day: words })}
                value={open.length === 0 ? "closed" : "own"}
                onChange={({ target }) =>
                  onChange(withDate(hours, at, { ...date, open: withMode(open, target.value === "own" ? "own" : "closed") ?? [] }))
                }
              >
                <option value="closed">{t("ownHours.mode.closed")}</option>
                <option value="own">{t("ownHours.mode.own")}</option>
              </PlainSelect>
              {open.length > 0 && (
                <OpenIntervals day={words} open={open} onChange={(next) => onChange(withDate(hours, at, { ...date, open: next }))} />
              )}
              <Tooltip title={t("ownHours.date.remove", { day: words })}>
                <IconButton aria-label={t("ownHours.date.remove", { day: words })} onClick={() => onChange(withDate(hours, at, null))}>
                  <DeleteOutlined />
                </IconButton>
              </Tooltip>
              {problem !== null && problem.at === day && (
                <p className="hoursProblem" role="alert">
                  {problemText(problem)}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <Button startIcon={<Add />} disabled={hours.days.length >= OWN_HOURS_LIMITS.days} onClick={add}>
        {t("ownHours.date.add")}
      </Button>
    </>
  );
}
