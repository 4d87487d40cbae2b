import type { AudienceView } from "@balcao/contracts/massSends";
import { countAsleep } from "@balcao/domain/sends";
import { fillPlaceholders, placeholderValues } from "@balcao/domain/texts";
import BedtimeOutlined from "@mui/icons-material/BedtimeOutlined";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../lib/data/settings";
import { useSelf } from "../../lib/session";
import { useMinute } from "../../lib/useMinute";

interface SendPreviewProps {
  readonly text: string;
  readonly samples: AudienceView["samples"];
}

/** The text as the first three recipients would read it now. */
export function SendPreview({ text, samples }: SendPreviewProps) {
  const { t } = useTranslation("audience");
  const { name: user } = useSelf();
  const { timeZone } = useSettings();
  const now = new Date(useMinute());
  if (text.trim() === "" || samples.length === 0) return null;
  return (
    <section className="sendPreview" aria-label={t("preview")}>
      <p className="fieldLabel">{t("preview")}</p>
      <ul>
        {samples.map(({ name, number }) => (
          <li key={`${name} ${number}`}>
            <span className="ellipsis">{name}</span>
            <p>{fillPlaceholders(text, placeholderValues({ name, number, queue: "", user }, now, timeZone))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
