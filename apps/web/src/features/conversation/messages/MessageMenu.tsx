import type { MessageView } from "@balcao/contracts/messages";
import AddReactionOutlined from "@mui/icons-material/AddReactionOutlined";
import CheckBoxOutlined from "@mui/icons-material/CheckBoxOutlined";
import ContentCopy from "@mui/icons-material/ContentCopy";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Download from "@mui/icons-material/Download";
import EditOutlined from "@mui/icons-material/EditOutlined";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import Refresh from "@mui/icons-material/Refresh";
import Reply from "@mui/icons-material/Reply";
import SubtitlesOutlined from "@mui/icons-material/SubtitlesOutlined";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { Glyph, MenuReason } from "../../../ui";
import { remarkDownload } from "./remarkDownload";
import type { MessageChanges } from "./useMessageChanges";
import "./messageMenu.css";

const EmojiPopover = lazy(() => import("../composer/EmojiPopover").then((door) => ({ default: door.EmojiPopover })));

/** The reactions that one click sends. */
const QUICK_REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

interface MessageMenuProps {
  readonly message: MessageView;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly changes: ReturnType<MessageChanges["actionsFor"]>;
  readonly offline: boolean;
  /** Undefined when the message cannot be answered. */
  readonly onReply: (() => void) | undefined;
  /** Undefined when the message cannot be forwarded. */
  readonly onForward: (() => void) | undefined;
  /** Why it cannot be forwarded now; null while it can. */
  readonly noForwarding: string | null;
  /** Undefined when the message cannot be chosen with others. */
  readonly onSelect: (() => void) | undefined;
  readonly onCopy: () => void;
  readonly onInfo: () => void;
}

interface MenuAction {
  readonly icon: ReactNode;
  readonly text: string;
  readonly run: () => void;
  /** Why it cannot be done now; null while it can. */
  readonly reason: string | null;
}

type PossibleAction = Omit<MenuAction, "run"> & { readonly run: (() => void) | undefined };

/** The actions that are possible for the message, in the order of the menu. */
function useMenuActions(props: MessageMenuProps): readonly MenuAction[] {
  const { t } = useTexts("conversation");
  const { message, changes, onReply, onForward, noForwarding, onSelect, onCopy, onInfo } = props;
  const noChange = props.offline ? t("offline") : null;
  const copy = message.body === "" ? undefined : onCopy;
  const actions: readonly PossibleAction[] = [
    { icon: <Reply aria-hidden />, text: t("message.reply"), run: onReply, reason: null },
    { icon: <Glyph name="forwarded" size={20} />, text: t("forward.action"), run: onForward, reason: noForwarding },
    { icon: <EditOutlined aria-hidden />, text: t("message.edit"), run: changes.edit, reason: noChange },
    { icon: <ContentCopy aria-hidden />, text: t("message.copy"), run: copy, reason: null },
    { icon: <CheckBoxOutlined aria-hidden />, text: t("select.start"), run: onSelect, reason: null },
    { icon: <InfoOutlined aria-hidden />, text: t("info.title"), run: onInfo, reason: null },
    {
      icon: <SubtitlesOutlined aria-hidden />,
      text: t("transcribe.action"),
      run: changes.transcribe?.run,
      reason: noChange ?? changes.transcribe?.reason ?? null,
    },
    { icon: <Refresh aria-hidden />, text: t("message.reprocess"), run: changes.reprocess, reason: noChange },
    { icon: <DeleteOutlined aria-hidden />, text: t("remove.action"), run: changes.remove, reason: noChange },
  ];
  return actions.flatMap(({ run, ...action }) => (run ? [{ ...action, run }] : []));
}

/**
 * The menu of a message: reply, forward, edit, copy, choose several, what happened to it, delete,
 * write down its sound, save its file, react.
 */
export function MessageMenu(props: MessageMenuProps) {
  const { message, anchor, onClose, changes } = props;
  const { t } = useTexts("conversation");
  const [choosing, setChoosing] = useState(false);
  const actions = useMenuActions(props);
  const horizontal = message.fromMe ? "right" : "left";
  const closing = (action: () => void) => () => {
    onClose();
    action();
  };
  const { react } = changes;
  if (choosing && react) {
    return (
      <Suspense>
        <EmojiPopover anchor={anchor} onClose={onClose} onPick={(emoji) => closing(() => react(emoji))()} />
      </Suspense>
    );
  }
  const own = message.reactions.find((reaction) => reaction.fromMe)?.emoji;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal }}
      transformOrigin={{ vertical: "top", horizontal }}
      slotProps={{ list: { className: "messageMenu" } }}
    >
      {actions.map(({ icon, text, run, reason }) => (
        <MenuItem key={text} disabled={reason !== null} onClick={closing(run)}>
          {icon}
          <MenuReason reason={reason}>{text}</MenuReason>
        </MenuItem>
      ))}
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
      {react &&
        QUICK_REACTIONS.map((emoji) => (
          <MenuItem
            key={emoji}
            className="messageMenuEmoji"
            role="menuitemcheckbox"
            aria-checked={emoji === own}
            aria-label={t("react.with", { emoji })}
            onClick={closing(() => react(emoji))}
          >
            {emoji}
          </MenuItem>
        ))}
      {react && (
        <MenuItem className="messageMenuEmoji" aria-label={t("react.more")} onClick={() => setChoosing(true)}>
          <AddReactionOutlined aria-hidden />
        </MenuItem>
      )}
    </Menu>
  );
}
