import ArchiveOutlined from "@mui/icons-material/ArchiveOutlined";
import PauseCircleOutline from "@mui/icons-material/PauseCircleOutlined";
import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import StarOutline from "@mui/icons-material/StarBorderOutlined";
import Button from "@mui/material/Button";
import type { TicketView } from "@balcao/contracts/tickets";
import type { TicketStatus } from "@balcao/domain/tickets";
import { useTexts } from "../../../i18n/useTexts";
import { useOffline } from "../../../lib/live";
import { Spinner, WithReason } from "../../../ui";
import type { TicketAction } from "../ticketActions";
import type { ActionLabel } from "../useTicketActions";

const PROMPTS = {
  closed: { icon: ArchiveOutlined, action: "reopen" },
  pending: { icon: ScheduleOutlined, action: "accept" },
  bot: { icon: ScheduleOutlined, action: "accept" },
  paused: { icon: PauseCircleOutline, action: "resume" },
  nps: { icon: StarOutline, action: null },
} as const satisfies Partial<Record<TicketStatus, { readonly icon: unknown; readonly action: TicketAction | null }>>;

interface PromptBarProps {
  readonly ticket: TicketView;
  readonly mayWrite: boolean;
  readonly offered: (action: TicketAction) => boolean;
  readonly labelOf: (action: TicketAction) => ActionLabel;
  readonly busy: boolean;
  readonly onAct: (action: TicketAction) => void;
}

/**
 * Replaces the message box while the ticket is not open: the reason, and the button that opens the
 * ticket (CONV-020).
 */
export function PromptBar({ ticket: { status, whatsappId }, mayWrite, offered, labelOf, busy, onAct }: PromptBarProps) {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  if (status === "open" || status === "group") return null;
  const { icon: Icon, action } = PROMPTS[status];
  // What a deleted connection left is only read.
  const unlinked = mayWrite && status === "closed" && whatsappId === null;
  return (
    <div className="composerPrompt" data-region="composer">
      <Icon aria-hidden />
      <span>{t(`prompt.${unlinked ? "unlinked" : status}`)}</span>
      {action !== null && (unlinked || offered(action)) && (
        <WithReason reason={unlinked ? t("prompt.unlinked") : offline ? t("offline") : null}>
          <Button
            variant="contained"
            color="primary"
            disabled={busy}
            startIcon={busy ? <Spinner /> : undefined}
            onClick={() => onAct(action)}
          >
            {t(`action.${labelOf(action)}`)}
          </Button>
        </WithReason>
      )}
    </div>
  );
}
