import { WEEKDAYS, type Recurrence } from "@balcao/domain/schedules";
import { useTranslation } from "react-i18next";
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
