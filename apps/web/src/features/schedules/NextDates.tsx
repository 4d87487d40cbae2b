import { nextOccurrences, toRuleValue, type Recurrence } from "@balcao/domain/schedules";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { companyZone, toDateAndClock, toInstant } from "../../lib/time";

interface NextDatesProps {
  readonly recurrence: Recurrence;
  readonly value: string;
  readonly day: string;
  readonly clock: string;
}

const SHOWN = 3;

/** The next three moments of what is typed, in the company's zone (D-190 to D-192). */
export function NextDates({ recurrence, value, day, clock }: NextDatesProps) {
  const { t } = useTranslation("schedules");
  const [now] = useState(() => Date.now());
  const stored = toRuleValue(recurrence, value);
  if (stored === null || day === "" || clock === "") return null;
  const sendAt = toInstant(day, clock);
  const rule = { recurrence, value: stored, sendAt };
  const dates = nextOccurrences(rule, companyZone(), new Date(Math.max(sendAt.getTime() - 1, now)), SHOWN);
  if (dates.length === 0) return null;
  return (
    <p className="nextDates" role="note">
      {t("form.next", { dates: dates.map((at) => toDateAndClock(at)).join(" · ") })}
    </p>
  );
}
