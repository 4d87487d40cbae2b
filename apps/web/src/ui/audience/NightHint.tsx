import type { AudienceView } from "@balcao/contracts/massSends";
import { countAsleep } from "@balcao/domain/sends";
import BedtimeOutlined from "@mui/icons-material/BedtimeOutlined";
import { useTranslation } from "react-i18next";

interface NightHintProps {
  readonly counted: AudienceView | undefined;
  /** When the messages begin to go out. */
  readonly at: Date;
}

/** Says how many recipients have night when it goes out, where they live [D-422]. */
export function NightHint({ counted, at }: NightHintProps) {
  const { t } = useTranslation("audience");
  const asleep = counted === undefined || Number.isNaN(at.getTime()) ? 0 : countAsleep(counted.zones, at);
  if (asleep === 0) return null;
  return (
    <p className="nightHint">
      <BedtimeOutlined aria-hidden fontSize="small" />
      {t("night", { count: asleep })}
    </p>
  );
}
