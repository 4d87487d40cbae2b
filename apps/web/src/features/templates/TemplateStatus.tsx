import type { TemplateView } from "@balcao/contracts/templates";
import CheckCircle from "@mui/icons-material/CheckCircle";
import HighlightOff from "@mui/icons-material/HighlightOff";
import Schedule from "@mui/icons-material/Schedule";
import { useTranslation } from "react-i18next";
import { statusTone } from "./templateFacts";

const ICONS = { success: CheckCircle, error: HighlightOff, warning: Schedule } as const;
const KNOWN = [
  "APPROVED",
  "REJECTED",
  "PENDING",
  "IN_APPEAL",
  "PAUSED",
  "DISABLED",
  "PENDING_DELETION",
  "LIMIT_EXCEEDED",
  "ARCHIVED",
] as const;

/**
 * The review status of a template as icon and word, with Meta's reason in a tooltip (TMPL-002,
 * TMPL-008).
 */
export function TemplateStatus({ status, rejectedReason }: Pick<TemplateView, "status" | "rejectedReason">) {
  const { t } = useTranslation("templates");
  const tone = statusTone(status);
  const Icon = ICONS[tone];
  const known = KNOWN.find((each) => each === status);
  return (
    <span className="chip" data-tone={tone} title={rejectedReason === null ? undefined : t("rejectedReason", { reason: rejectedReason })}>
      <Icon aria-hidden />
      {known ? t(`status.${known}`) : status}
    </span>
  );
}
