import type { MessageView } from "@balcao/contracts/messages";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Download from "@mui/icons-material/Download";
import Reply from "@mui/icons-material/Reply";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useTranslation } from "react-i18next";
import { remarkDownload } from "./remarkDownload";

interface MessageMenuProps {
  readonly message: MessageView;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  /** Absent where the message cannot be answered. */
  readonly onReply: (() => void) | undefined;
  readonly onCopy: () => void;
}

/** What can be done with a message: reply, copy, save its file. */
export function MessageMenu({ message, anchor, onClose, onReply, onCopy }: MessageMenuProps) {
  const { t } = useTranslation("conversation");
  const horizontal = message.fromMe ? "right" : "left";
  const closing = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal }}
      transformOrigin={{ vertical: "top", horizontal }}
    >
      {onReply && (
        <MenuItem onClick={closing(onReply)}>
          <Reply aria-hidden />
          {t("message.reply")}
        </MenuItem>
      )}
      <MenuItem disabled={message.body === ""} onClick={closing(onCopy)}>
        <ContentCopy aria-hidden />
        {t("message.copy")}
      </MenuItem>
      {message.mediaUrl !== null && (
        <MenuItem
          component="a"
          href={message.mediaUrl}
          download={message.media?.fileName ?? true}
          onClick={closing(() => remarkDownload(message))}
        >
          <Download aria-hidden />
          {t("message.save")}
        </MenuItem>
      )}
    </Menu>
  );
}
