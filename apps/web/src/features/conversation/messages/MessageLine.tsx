import { chatIdOf } from "@balcao/contracts/chats";
import type { MessageView } from "@balcao/contracts/messages";
import type { DeliveryState } from "@balcao/domain/messages";
import { withoutSignature } from "@balcao/domain/texts";
import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { groupQuery, toParticipant } from "../groups";
import { shownTicketQuery } from "../../../lib/data/ticketLists";
import { Avatar, flag, Glyph, toHue } from "../../../ui";
import { LongWaText } from "../../../ui/waText";
import { TicketCards } from "../chat/TicketCards";
import { toMentionNames } from "../composer/mentions";
import { localKeyOf } from "../outbox";
import { drawingOf } from "./content";
import { MessageContent, type MessageActions } from "./MessageContent";
import { Quote, MessageTime } from "./MessageMarks";
import { Reactions } from "./Reactions";

const MENTION = /@\d{8,20}(?!\d)/;

interface MessageTextProps {
  readonly message: MessageView;
  /** The body without its signature. */
  readonly text: string;
}

/** The participants that a text mentions by digits, under their names. */
function NamedText({ message, text }: MessageTextProps) {
  const { data: ticket } = useQuery(shownTicketQuery(message.ticketId));
  const { data: group } = useQuery({ ...groupQuery(ticket?.contactId ?? 0), enabled: ticket?.isGroup === true });
  return <LongWaText id={message.id} text={group ? toMentionNames(text, group.participants.map(toParticipant)) : text} />;
}

/** The text of a message; in a chat with the tickets that it links to. */
function MessageText(props: MessageTextProps) {
  const { message, text } = props;
  if (chatIdOf(message.ticketId) !== null) {
    return (
      <>
        <LongWaText id={message.id} text={text} />
        <TicketCards text={text} />
      </>
    );
  }
  if (message.fromMe && MENTION.test(text)) return <NamedText {...props} />;
  return <LongWaText id={message.id} text={text} />;
}

/** Types whose content fills the bubble to its edges. */
const MEDIA: ReadonlySet<string> = new Set(["image", "video", "sticker", "document", "location"]);

interface BubbleProps extends Pick<MessageActions, "onJump" | "onShowMedia" | "onStartConversation"> {
  readonly message: MessageView;
  /** Whether it is the first of consecutive messages by the same author. */
  readonly first: boolean;
  /** The author's name in a group; null elsewhere and for our own messages. */
  readonly author: string | null;
  readonly contactName: string;
  readonly state: DeliveryState | null;
}

/** The bubble of a message: author, quote, content, state, reactions. */
function Bubble({ message, first, author, contactName, state, onJump, ...actions }: BubbleProps) {
  const { t } = useTexts("conversation");
  const drawing = drawingOf(message);
  const { text, signed } = withoutSignature(message.body, message.fromMe ? message.userName : null);
  return (
    <div className="bubble" data-media={flag(!message.isDeleted && MEDIA.has(drawing))} data-kind={drawing}>
      <BubbleHead message={message} first={first} author={author} signed={signed} />
      {message.quotedMsg && <Quote quoted={message.quotedMsg} contactName={contactName} onJump={onJump} />}
      {drawing === "error" && <b className="errorCode">{t("message.errorTitle")}</b>}
      <MessageContent
        message={message}
        text={text === "" ? null : <MessageText message={message} text={text} />}
        time={<MessageTime message={message} state={state} />}
        {...actions}
      />
      {message.editUnreadable && <p className="editUnreadable">{t("message.editUnreadable")}</p>}
      <Reactions reactions={message.reactions} />
    </div>
  );
}

/** The author where it is not obvious, and whether the message was forwarded. */
function BubbleHead({ message, first, author, signed }: Pick<BubbleProps, "message" | "first" | "author"> & { readonly signed: boolean }) {
  const { t } = useTexts("conversation");
  return (
    <>
      {author !== null && first && (
        <span className="messageAuthor" style={{ "--hue": toHue(author) } as CSSProperties}>
          {author}
        </span>
      )}
      {signed && first && !message.isDeleted && <span className="messageAuthor">{message.userName}:</span>}
      {message.forward && (
        <span className="forwardedMark">
          <Glyph name="forwarded" size={14} />
          {t("message.forwarded")}
        </span>
      )}
    </>
  );
}

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
