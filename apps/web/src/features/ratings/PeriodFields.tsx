import OutlinedInput from "@mui/material/OutlinedInput";
import { useTranslation } from "react-i18next";
import type { RatingPeriod } from "../../lib/data/ratings";

interface PeriodFieldsProps {
  readonly period: RatingPeriod;
  readonly onChange: (period: RatingPeriod) => void;
}

/** The first and the last day of a list. */
export function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const { t } = useTranslation("ratings");
  return (
    <div className="ratingPeriod" role="group" aria-label={t("period.title")}>
      {(["first", "last"] as const).map((end) => (
        <label key={end}>
          <span>{t(`period.${end}`)}</span>
          <OutlinedInput
            size="small"
            type="date"
            value={period[end]}
            onChange={({ target }) => onChange({ ...period, [end]: target.value })}
          />
        </label>
      ))}
    </div>
  );
}
