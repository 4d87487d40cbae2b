import Battery20 from "@mui/icons-material/Battery20";
import Battery50 from "@mui/icons-material/Battery50";
import BatteryFull from "@mui/icons-material/BatteryFull";
import { useTranslation } from "react-i18next";

/** Below this a battery is low (CONN-002), in percent. */
const LOW = 20;

/**
 * A phone's battery: icon, percent, and a word when it is low; a dash when the phone does not
 * report it.
 */
export function Battery({ percent }: { readonly percent: number | null }) {
  const { t } = useTranslation("connections");
  if (percent === null) {
    return (
      <span className="tableNothing">
        <span aria-hidden="true">–</span>
        <span className="visuallyHidden">{t("batteryUnknown")}</span>
      </span>
    );
  }
  const low = percent < LOW;
  const Icon = low ? Battery20 : percent < 80 ? Battery50 : BatteryFull;
  return (
    <span className="battery" data-low={low || undefined}>
      <Icon aria-hidden />
      {t("batteryValue", { value: percent })}
      {low && <span>{t("batteryLow")}</span>}
    </span>
  );
}
