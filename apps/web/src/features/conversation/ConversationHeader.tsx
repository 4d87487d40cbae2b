import ArrowBack from "@mui/icons-material/ArrowBack";
import CheckRounded from "@mui/icons-material/CheckRounded";
import DoneAllRounded from "@mui/icons-material/DoneAllRounded";
import MoreVert from "@mui/icons-material/MoreVert";
import PauseCircleOutline from "@mui/icons-material/PauseCircleOutlined";
import PlayArrowRounded from "@mui/icons-material/PlayArrowRounded";
import ReplayRounded from "@mui/icons-material/ReplayRounded";
import SwapHorizRounded from "@mui/icons-material/SwapHorizRounded";
import UndoRounded from "@mui/icons-material/UndoRounded";
import ArchiveOutlined from "@mui/icons-material/ArchiveOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { connectionsQuery } from "../../lib/data/connections";
import { useSingleKey } from "../../lib/keyboard";
import { Avatar, Spinner } from "../../ui";
import type { TicketAction, TicketActions } from "./ticketActions";

const ICONS = {
  accept: CheckRounded,
  resolve: CheckRounded,
  resume: PlayArrowRounded,
  reopen: ReplayRounded,
  returnToWaiting: UndoRounded,
  pause: PauseCircleOutline,
  transfer: SwapHorizRounded,
  close: ArchiveOutlined,
} as const satisfies Record<TicketAction, unknown>;

/** Actions on a single key, where the ticket offers them. */
function useActionKeys(has: (action: TicketAction) => boolean, onAct: (action: TicketAction) => void): void {
  const key = (action: TicketAction) => () => has(action) && onAct(action);
  useSingleKey("e", () => (has("resolve") ? onAct("resolve") : has("close") && onAct("close")));
  useSingleKey("t", key("transfer"));
  useSingleKey("p", key("pause"));
  useSingleKey("a", key("accept"));
}

interface ConversationHeaderProps {
  readonly ticket: TicketView;
  readonly actions: TicketActions;
  readonly busy: boolean;
  readonly focus: boolean;
  readonly onAct: (action: TicketAction) => void;
  readonly onBack: () => void;
}

/** Who one is talking with, how the ticket stands, and what can be done with it (CONV-001, CONV-006). */
export function ConversationHeader({ ticket, actions, busy, focus, onAct, onBack }: ConversationHeaderProps) {
  const { t } = useTranslation("conversation");
  const { data: connections = [] } = useQuery(connectionsQuery);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { primary, menu } = actions;
  useActionKeys((action) => action === primary || menu.includes(action), onAct);
  useEffect(() => {
    if (focus) title.current?.focus();
  }, [focus]);
  const { contact, queue, user, whatsapp } = ticket;
  const PrimaryIcon = primary && ICONS[primary];
  return (
    <header className="conversationHead" data-region="header">
      <IconButton className="conversationBack" aria-label={t("header.back")} onClick={onBack}>
        <ArrowBack />
      </IconButton>
      <Avatar name={contact.name} src={contact.profilePicUrl} />
      <div className="conversationTitle">
        <div>
          <h2 ref={title} tabIndex={-1} className="ellipsis" data-region-focus>
            {contact.name}
          </h2>
          <span className="conversationQueue" style={{ "--queue": queue?.color ?? "var(--queue-none)" } as CSSProperties}>
            <span className="queueDot" />
            <span className="ellipsis">{queue?.name ?? t("header.noQueue")}</span>
          </span>
        </div>
        <p>
          <span>#{ticket.id}</span>
          <span className="conversationStatus" data-status={ticket.status}>
            {t(`status.${ticket.status}`)}
            {ticket.pauseTag !== null && ` (${ticket.pauseTag})`}
          </span>
          {user && <span className="ellipsis conversationOwner">{t("header.owner", { name: user.name })}</span>}
          {connections.length > 1 && whatsapp && <span className="ellipsis conversationOwner">{whatsapp.name}</span>}
        </p>
      </div>
      <div className="conversationActions">
        {primary && PrimaryIcon && (
          <Button
            variant="tonal"
            size="small"
            disabled={busy}
            startIcon={busy ? <Spinner size={14} /> : <PrimaryIcon />}
            onClick={() => onAct(primary)}
          >
            {t(`action.${primary}`)}
          </Button>
        )}
        {menu.length > 0 && (
          <IconButton
            aria-label={t("header.more")}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <MoreVert />
          </IconButton>
        )}
        <Menu
          open={anchor !== null}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
          transformOrigin={{ vertical: "top", horizontal: "right" }}
        >
          {menu.map((action) => {
            const Icon = action === "resolve" ? DoneAllRounded : ICONS[action];
            return (
              <MenuItem
                key={action}
                onClick={() => {
                  setAnchor(null);
                  onAct(action);
                }}
              >
                <Icon aria-hidden />
                {t(`menu.${action}`)}
              </MenuItem>
            );
          })}
        </Menu>
      </div>
    </header>
  );
}
