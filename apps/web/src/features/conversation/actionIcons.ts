import ArchiveOutlined from "@mui/icons-material/ArchiveOutlined";
import CheckRounded from "@mui/icons-material/CheckRounded";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import MarkChatUnreadOutlined from "@mui/icons-material/MarkChatUnreadOutlined";
import PauseCircleOutline from "@mui/icons-material/PauseCircleOutlined";
import PlayArrowRounded from "@mui/icons-material/PlayArrowRounded";
import ReplayRounded from "@mui/icons-material/ReplayRounded";
import SwapHorizRounded from "@mui/icons-material/SwapHorizRounded";
import UndoRounded from "@mui/icons-material/UndoRounded";
import type { MenuAction } from "./ticketActions";

/** The icon of each action on a ticket. */
export const ACTION_ICONS = {
  accept: CheckRounded,
  resolve: CheckRounded,
  resume: PlayArrowRounded,
  reopen: ReplayRounded,
  returnToWaiting: UndoRounded,
  pause: PauseCircleOutline,
  snooze: HistoryOutlined,
  transfer: SwapHorizRounded,
  close: ArchiveOutlined,
  markUnread: MarkChatUnreadOutlined,
  delete: DeleteOutlined,
} as const satisfies Record<MenuAction, unknown>;
