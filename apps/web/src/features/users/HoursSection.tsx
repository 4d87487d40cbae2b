import type { UserForm } from "@balcao/domain/forms";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormText, Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../ui/form";

const DAYS = ["weekdays", "saturday", "sunday", "holidays"] as const;
/** Times are chosen in steps of five minutes (USER-027). */
const STEP_SECONDS = 300;

/** On which days and between which hours the person may sign in. */
export function HoursSection({ place, of }: { readonly place: SectionPlace; readonly of: SchemaForm<UserForm> }) {
  const { t } = useTranslation("users");
  const { control, setValue } = of.form;
  const days = useWatch({ control, name: DAYS });
  const [startTime, endTime] = useWatch({ control, name: ["startTime", "endTime"] });
  const isAllDay = startTime === "" || endTime === "";
  const time = { type: "time", slotProps: { input: { step: STEP_SECONDS } } } as const;
  return (
    <Section {...place} title={t("form.hours")} fact={isAllDay ? t("form.allDay") : `${startTime} – ${endTime}`}>
      <div className="userHours">
        <FormText of={of} name="startTime" label={t("form.startTime")} {...time} />
        <FormText of={of} name="endTime" label={t("form.endTime")} {...time} />
      </div>
      <p className="userNote">{t("form.hoursHelp")}</p>
      {DAYS.map((day, at) => (
        <SwitchRow
          key={day}
          label={t(`form.${day}`)}
          checked={days[at] ?? false}
          onChange={(checked) => setValue(day, checked, { shouldDirty: true })}
        />
      ))}
    </Section>
  );
}
