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
import type { ReasonedAction } from "./reasonedAction";
import { remarkDownload } from "./remarkDownload";
import type { ScreenPoint } from "./openMenu";
import type { MessageChanges } from "./useMessageChanges";
import "./messageMenu.css";

const EmojiPopover = lazy(() => import("../composer/EmojiPopover").then((door) => ({ default: door.EmojiPopover })));

/** The reactions that one click sends. */
const QUICK_REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

interface MessageMenuProps {
  readonly message: MessageView;
  readonly anchor: HTMLElement;
  /** Where on the screen it opens; null for the anchor. */
  readonly at: ScreenPoint | null;
  readonly onClose: () => void;
  readonly changes: ReturnType<MessageChanges["actionsFor"]>;
  /** Undefined when the message is none that can be answered. */
  readonly reply: ReasonedAction | undefined;
  /** Undefined when the message is none that can be forwarded. */
  readonly forward: ReasonedAction | undefined;
  /** Undefined when the message cannot be chosen with others. */
  readonly onSelect: (() => void) | undefined;
  readonly onCopy: () => void;
  readonly onInfo: () => void;
}

interface MenuAction extends ReasonedAction {
  readonly icon: ReactNode;
  readonly text: string;
}

/** What is always possible where it makes sense. */
const always = (run: (() => void) | undefined): ReasonedAction | undefined => run && { run, reason: null };

/** The actions that make sense for the message, in the order of the menu. */
function useMenuActions(props: MessageMenuProps): readonly MenuAction[] {
  const { t } = useTexts("conversation");
  const { message, changes, reply, forward, onSelect, onCopy, onInfo } = props;
  const copy = message.body === "" ? undefined : onCopy;
  const actions: readonly { readonly icon: ReactNode; readonly text: string; readonly action: ReasonedAction | undefined }[] = [
    { icon: <Reply aria-hidden />, text: t("message.reply"), action: reply },
    { icon: <Glyph name="forwarded" size={20} />, text: t("forward.action"), action: forward },
    { icon: <EditOutlined aria-hidden />, text: t("message.edit"), action: changes.edit },
    { icon: <ContentCopy aria-hidden />, text: t("message.copy"), action: always(copy) },
    { icon: <CheckBoxOutlined aria-hidden />, text: t("select.start"), action: always(onSelect) },
    { icon: <InfoOutlined aria-hidden />, text: t("info.title"), action: always(onInfo) },
    { icon: <SubtitlesOutlined aria-hidden />, text: t("transcribe.action"), action: changes.transcribe },
    { icon: <Refresh aria-hidden />, text: t("message.reprocess"), action: changes.reprocess },
    { icon: <DeleteOutlined aria-hidden />, text: t("remove.action"), action: changes.remove },
  ];
  return actions.flatMap(({ icon, text, action }) => (action ? [{ icon, text, ...action }] : []));
}

/**
 * The menu of a message: reply, forward, edit, copy, choose several, what happened to it, delete,
 * write down its sound, save its file, react.
 */
export function MessageMenu(props: MessageMenuProps) {
  const { message, anchor, at, onClose, changes } = props;
  const { t } = useTexts("conversation");
  const [choosing, setChoosing] = useState(false);
  const actions = useMenuActions(props);
  const horizontal = message.fromMe ? "right" : "left";
  const closing = (action: () => void) => () => {
    onClose();
    action();
  };
  const { react } = changes;
  const reactNow = react?.reason === null ? react.run : undefined;
  if (choosing && reactNow) {
    return (
      <Suspense>
        <EmojiPopover anchor={anchor} onClose={onClose} onPick={(emoji) => closing(() => reactNow(emoji))()} />
      </Suspense>
    );
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      {...(at && { anchorReference: "anchorPosition", anchorPosition: at })}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal }}
      transformOrigin={{ vertical: "top", horizontal: at ? "left" : horizontal }}
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
      {react && <ReactionEntries message={message} react={react} closing={closing} onMore={() => setChoosing(true)} />}
    </Menu>
  );
}

interface ReactionEntriesProps {
  readonly message: MessageView;
  readonly react: NonNullable<MessageMenuProps["changes"]["react"]>;
  readonly closing: (action: () => void) => () => void;
  readonly onMore: () => void;
}

/** The reactions that one click sends and the way to all others, or why none can be sent now. */
function ReactionEntries({ message, react, closing, onMore }: ReactionEntriesProps) {
  const { t } = useTexts("conversation");
  if (react.reason !== null)
    return (
      <MenuItem disabled>
        <AddReactionOutlined aria-hidden />
        <MenuReason reason={react.reason}>{t("react.action")}</MenuReason>
      </MenuItem>
    );
  const own = message.reactions.find((reaction) => reaction.fromMe)?.emoji;
  const entries = QUICK_REACTIONS.map((emoji) => (
    <MenuItem
      key={emoji}
      className="messageMenuEmoji"
      role="menuitemcheckbox"
      aria-checked={emoji === own}
      aria-label={t("react.with", { emoji })}
      onClick={closing(() => react.run(emoji))}
    >
      {emoji}
    </MenuItem>
  ));
  return (
    <>
      {entries}
      <MenuItem className="messageMenuEmoji" aria-label={t("react.more")} onClick={onMore}>
        <AddReactionOutlined aria-hidden />
      </MenuItem>
    </>
  );
}
