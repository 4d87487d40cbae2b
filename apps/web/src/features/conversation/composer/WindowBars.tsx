import HourglassBottom from "@mui/icons-material/HourglassBottom";
import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import StickyNote2Outlined from "@mui/icons-material/StickyNote2Outlined";
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

interface ClosedWindowBarProps {
  readonly onChoose: () => void;
  readonly onComment: () => void;
}

/** In place of the message box when the customer wrote more than 24 hours ago: why, the way out, and the comment, which stays inside. */
export function ClosedWindowBar({ onChoose, onComment }: ClosedWindowBarProps) {
  const { t } = useTranslation("conversation");
  return (
    <div className="composerPrompt" data-region="composer">
      <HourglassBottom aria-hidden />
      <span>{t("window.closed")}</span>
      <span className="composerPromptDeeds">
        <Button variant="text" startIcon={<StickyNote2Outlined />} onClick={onComment}>
          {t("window.comment")}
        </Button>
        <Button variant="contained" color="primary" onClick={onChoose}>
          {t("window.choose")}
        </Button>
      </span>
    </div>
  );
}

/** Above a comment that is written while the window is closed. */
export function ClosedWindowNote({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation("conversation");
  return (
    <p className="windowNote" data-soon>
      <HourglassBottom aria-hidden />
      <span>{t("window.closed")}</span>
      <Button size="small" variant="text" color="inherit" onClick={onChoose}>
        {t("window.choose")}
      </Button>
    </p>
  );
}
