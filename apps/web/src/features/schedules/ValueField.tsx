import type { ScheduleView } from "@balcao/contracts/schedules";
import { quarterlyMonths, WEEKDAYS, type Recurrence } from "@balcao/domain/schedules";
import { useTranslation } from "react-i18next";
import { toClock } from "../../lib/time";
import { SelectField, TextInput } from "../../ui";

interface ValueFieldProps {
  readonly recurrence: Recurrence;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const MOST = { every_month: 31, business_day: 23 } as const;

/** The control that belongs to a recurrence; nothing where it has no value to choose. */
export function ValueField({ recurrence, value, error, onChange }: ValueFieldProps) {
  const { t } = useTranslation("schedules");
  switch (recurrence) {
    case "every_week":
      return (
        <SelectField
          label={t("form.weekday")}
          placeholder={t("form.choose")}
          value={value}
          error={error}
          options={WEEKDAYS.map((day) => ({ value: day, label: t(`weekday.${day}`) }))}
          onChange={onChange}
        />
      );
    case "every_month":
    case "business_day":
      return (
        <SelectField
          label={t(`form.${recurrence}`)}
          placeholder={t("form.choose")}
          value={value}
          error={error}
          options={Array.from({ length: MOST[recurrence] }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
          onChange={onChange}
        />
      );
    case "quarterly":
    case "anually":
      return (
        <TextInput
          label={t(`form.${recurrence}`)}
          help={t("form.dayAndMonth")}
          value={value}
          error={error}
          slotProps={{ input: { maxLength: 5 } }}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return null;
  }
}

type Shown = Pick<ScheduleView, "recurrence" | "RValue" | "sendAt" | "enviados" | "total">;

/** The value of a recurrence in words (SCHED-014 to SCHED-021). */
export function RuleValue({ schedule }: { readonly schedule: Shown }) {
  const { t } = useTranslation("schedules");
  const { recurrence, RValue } = schedule;
  switch (recurrence) {
    case "once":
      return t(`value.${onceState(schedule)}`);
    case "last_day_of_month":
      return t(RValue === "1" ? "value.sent" : "value.waiting");
    case "every_day":
      return toClock(schedule.sendAt);
    case "every_week":
      return t(`weekday.${toWeekday(RValue)}`);
    case "every_month":
      return t("value.day", { day: RValue });
    case "business_day":
      return t("value.businessDay", { day: RValue });
    case "quarterly":
      return <QuarterlyDays value={RValue} />;
    case "anually":
      return twoDigits(RValue);
  }
}

const toWeekday = (value: string) => WEEKDAYS.find((day) => day === value) ?? "monday";

/** A single schedule waits, is being sent, or was sent (SCHED-015). */
function onceState(schedule: Shown): "waiting" | "sending" | "sent" {
  if (schedule.RValue !== "1") return "waiting";
  return schedule.total === schedule.enviados ? "sent" : "sending";
}

const twoDigits = (value: string): string =>
  value
    .split("/")
    .map((part) => part.padStart(2, "0"))
    .join("/");

/** The four days of a year, three months apart (SCHED-020). */
function QuarterlyDays({ value }: { readonly value: string }) {
  const [day = ""] = value.split("/");
  return quarterlyMonths(value)
    .map((month) => twoDigits(`${day}/${String(month)}`))
    .join(", ");
}
