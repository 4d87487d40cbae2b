import HourglassBottom from "@mui/icons-material/HourglassBottom";
import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import StickyNote2Outlined from "@mui/icons-material/StickyNote2Outlined";
import Button from "@mui/material/Button";
import { useTexts } from "../../../i18n/useTexts";
import { useActionKeys, useAriaKeys } from "../../../lib/keyboard";
import { toHoursAndMinutes } from "../serviceWindow";

/** From this many remaining minutes on, the note is amber. */
const SOON_MINUTES = 120;

/** How long free texts are still accepted, above the message box. */
export function OpenWindowNote({ minutes }: { readonly minutes: number }) {
  const { t } = useTexts("conversation");
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

/**
 * Replaces the message box when the customer's last message is older than 24 hours: the reason,
 * templates as the alternative, and internal comments.
 */
export function ClosedWindowBar({ onChoose, onComment }: ClosedWindowBarProps) {
  const { t } = useTexts("conversation");
  const ariaKeysOf = useAriaKeys();
  useActionKeys({ comment: onComment, templates: onChoose });
  return (
    <div className="composerPrompt" data-region="composer">
      <HourglassBottom aria-hidden />
      <span>{t("window.closed")}</span>
      <span className="composerPromptDeeds">
        <Button variant="text" startIcon={<StickyNote2Outlined />} aria-keyshortcuts={ariaKeysOf("comment")} onClick={onComment}>
          {t("window.comment")}
        </Button>
        <Button variant="contained" color="primary" aria-keyshortcuts={ariaKeysOf("templates")} onClick={onChoose}>
          {t("window.choose")}
        </Button>
      </span>
    </div>
  );
}

/** The note above a comment while the window is closed. */
export function ClosedWindowNote({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTexts("conversation");
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
