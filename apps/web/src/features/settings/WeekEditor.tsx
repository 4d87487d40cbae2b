import { MONDAY_FIRST, type OwnHours, type OwnHoursProblem } from "@balcao/domain/calendar";
import { useTranslation } from "react-i18next";
import { modeOf, withCopies, withDay, withMode, type DayMode } from "./hoursDraft";
import { useDayNames, useProblemText } from "./hoursWords";
import { OpenIntervals, PlainSelect } from "./OpenIntervals";

interface WeekEditorProps {
  readonly hours: OwnHours;
  readonly isQueue: boolean;
  readonly problem: OwnHoursProblem | null;
  readonly onChange: (hours: OwnHours) => void;
}

const MODES: readonly DayMode[] = ["inherited", "own", "closed"];

/** The hours of each weekday, from Monday on; what one day has can be copied to others. */
export function WeekEditor({ hours, isQueue, problem, onChange }: WeekEditorProps) {
  const { t } = useTranslation("settings");
  const { long } = useDayNames();
  const problemText = useProblemText();
  const groups = { weekdays: [1, 2, 3, 4, 5], all: MONDAY_FIRST };
  return (
    <ul className="hoursWeek">
      {MONDAY_FIRST.map((day) => {
        const open = hours.week[day] ?? null;
        const name = long(day);
        return (
          <li key={day} className="hoursDay" data-weekday={day}>
            <h3>{name}</h3>
            <PlainSelect
              aria-label={t("ownHours.mode.label", { day: name })}
              value={modeOf(open)}
              onChange={({ target }) =>
                onChange(withDay(hours, day, withMode(open, MODES.find((mode) => mode === target.value) ?? "inherited")))
              }
            >
              {MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {t(mode === "inherited" && isQueue ? "ownHours.mode.company" : `ownHours.mode.${mode}`)}
                </option>
              ))}
            </PlainSelect>
            {open && open.length > 0 && <OpenIntervals day={name} open={open} onChange={(next) => onChange(withDay(hours, day, next))} />}
            {open && (
              <PlainSelect
                className="hoursCopy"
                aria-label={t("ownHours.copy.label", { day: name })}
                value=""
                onChange={({ target: { value } }) =>
                  onChange(withCopies(hours, day, value === "weekdays" || value === "all" ? groups[value] : [Number(value)]))
                }
              >
                <option value="" disabled>
                  {t("ownHours.copy.to")}
                </option>
                <option value="weekdays">{t("ownHours.copy.weekdays")}</option>
                <option value="all">{t("ownHours.copy.all")}</option>
                {MONDAY_FIRST.filter((other) => other !== day).map((other) => (
                  <option key={other} value={other}>
                    {long(other)}
                  </option>
                ))}
              </PlainSelect>
            )}
            {problem?.at === day && (
              <p className="hoursProblem" role="alert">
                {problemText(problem)}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
