import ArchiveOutlined from "@mui/icons-material/ArchiveOutlined";
import PauseCircleOutline from "@mui/icons-material/PauseCircleOutlined";
import ScheduleOutlined from "@mui/icons-material/ScheduleOutlined";
import StarOutline from "@mui/icons-material/StarBorderOutlined";
import Button from "@mui/material/Button";
import type { TicketStatus } from "@balcao/domain/tickets";
import { useTranslation } from "react-i18next";
import { Spinner } from "../../../ui";
import type { TicketAction } from "../ticketActions";

const PROMPTS = {
  closed: { icon: ArchiveOutlined, action: "reopen" },
  pending: { icon: ScheduleOutlined, action: "accept" },
  bot: { icon: ScheduleOutlined, action: "accept" },
  paused: { icon: PauseCircleOutline, action: "resume" },
  nps: { icon: StarOutline, action: null },
} as const satisfies Partial<Record<TicketStatus, { readonly icon: unknown; readonly action: TicketAction | null }>>;

interface PromptBarProps {
  readonly status: TicketStatus;
  readonly offered: (action: TicketAction) => boolean;
  readonly busy: boolean;
  readonly onAct: (action: TicketAction) => void;
}

/** In place of the message box while the ticket is not open: why, and the button that cures it (CONV-020). */
export function PromptBar({ status, offered, busy, onAct }: PromptBarProps) {
  const { t } = useTranslation("conversation");
  if (status === "open" || status === "group") return null;
  const { icon: Icon, action } = PROMPTS[status];
  return (
    <div className="composerPrompt" data-region="composer">
      <Icon aria-hidden />
      <span>{t(`prompt.${status}`)}</span>
      {action !== null && offered(action) && (
        <Button
          variant="contained"
          color="primary"
          disabled={busy}
          startIcon={busy ? <Spinner /> : undefined}
          onClick={() => onAct(action)}
        >
          {t(`action.${action}`)}
        </Button>
      )}
    </div>
  );
}
