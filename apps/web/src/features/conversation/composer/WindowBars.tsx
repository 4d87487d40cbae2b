import HourglassBottom from "@mui/icons-material/HourglassBottom";
import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { toHoursAndMinutes } from "../serviceWindow";

/** From here on the note is amber: an answer should not wait. */
const SOON_MINUTES = 120;

/** Above the message box: how long free texts are still taken (D-086, gateways.md D.9). */
export function OpenWindowNote({ minutes }: { readonly minutes: number }) {
  const { t } = useTranslation("conversation");
  return (
    <p className="windowNote" data-soon={minutes < SOON_MINUTES || undefined} title={t("window.openHelp")}>
      <ScheduleOutlined aria-hidden />
      {minutes === 0 ? t("window.lastMinute") : t("window.open", { time: toHoursAndMinutes(minutes) })}
    </p>
  );
}

/** In place of the message box when the customer wrote more than 24 hours ago: why, and the way out. */
export function ClosedWindowBar({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation("conversation");
  return (
    <div className="composerPrompt" data-region="composer">
      <HourglassBottom aria-hidden />
      <span>{t("window.closed")}</span>
      <Button variant="contained" color="primary" onClick={onChoose}>
        {t("window.choose")}
      </Button>
    </div>
  );
}
