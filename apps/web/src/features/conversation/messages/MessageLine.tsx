import { useTexts } from "../../../i18n/useTexts";
import { Avatar, Glyph } from "../../../ui";
import { localKeyOf } from "../outbox";
import { Bubble, type BubbleProps } from "./Bubble";
import type { MessageActions } from "./MessageContent";

interface MessageLineProps extends Omit<BubbleProps, "author">, Pick<MessageActions, "onReply" | "onMenu" | "onFailure"> {
  readonly last: boolean;
  readonly inGroup: boolean;
  readonly mayReply: boolean;
  /** The icons of its buttons are drawn. */
  readonly near: boolean;
}

/** A bubble with the author's picture, the mark of a failure and the buttons beside it. */
export function MessageLine({ last, inGroup, mayReply, near, onReply, onMenu, onFailure, ...bubble }: MessageLineProps) {
  const { t } = useTexts("conversation");
  const { message, contactName, state } = bubble;
  const author = !message.fromMe && inGroup ? (message.contact?.name ?? null) : null;
  return (
    <div className="messageLine">
      {inGroup && !message.fromMe && <span className="messageAvatar">{last && <Avatar name={author ?? contactName} size={28} />}</span>}
      {state === "failed" && (
        <button
          type="button"
          className="failureButton"
          aria-label={t("failure.open")}
          aria-haspopup="dialog"
          onClick={(event) => onFailure(message, event.currentTarget)}
        >
          !
        </button>
      )}
      <Bubble {...bubble} author={author} />
      {localKeyOf(message) === null && (
        <MessageButtons message={message} mayReply={mayReply} near={near} onReply={onReply} onMenu={onMenu} />
      )}
    </div>
  );
}

type MessageButtonsProps = Pick<MessageLineProps, "message" | "mayReply" | "near" | "onReply" | "onMenu">;

/** The buttons beside a bubble: reply, and the menu. */
function MessageButtons({ message, mayReply, near, onReply, onMenu }: MessageButtonsProps) {
  const { t } = useTexts("conversation");
  return (
    <span className="messageTools">
      {mayReply && (
        <button type="button" tabIndex={-1} aria-label={t("message.reply")} title={t("message.reply")} onClick={() => onReply(message)}>
          {near && <Glyph name="reply" size={18} />}
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("message.more")}
        aria-haspopup="menu"
        onClick={(event) => onMenu(message, event.currentTarget)}
      >
        {near && <Glyph name="more" size={18} />}
      </button>
    </span>
  );
}
