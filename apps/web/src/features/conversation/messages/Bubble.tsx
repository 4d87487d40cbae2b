import { chatIdOf } from "@balcao/contracts/chats";
import type { MessageView } from "@balcao/contracts/messages";
import type { DeliveryState } from "@balcao/domain/messages";
import { withoutSignature } from "@balcao/domain/texts";
import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { groupQuery, toParticipant } from "../../../lib/data/groups";
import { shownTicketQuery } from "../../../lib/data/ticketLists";
import { flag, Glyph, toHue } from "../../../ui";
import { LongWaText } from "../../../ui/waText";
import { TicketCards } from "../chat/TicketCards";
import { toMentionNames } from "../composer/mentions";
import { drawingOf } from "./content";
import { MessageContent, type MessageActions } from "./MessageContent";
import { Quote } from "./MessageMarks";
import { MessageTime } from "./MessageTime";
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

export interface BubbleProps extends Pick<MessageActions, "onJump" | "onShowMedia" | "onStartConversation"> {
  readonly message: MessageView;
  /** Whether it is the first of consecutive messages by the same author. */
  readonly first: boolean;
  /** The author's name in a group; null elsewhere and for our own messages. */
  readonly author: string | null;
  readonly contactName: string;
  readonly state: DeliveryState | null;
}

/** The bubble of a message: author, quote, content, state, reactions. */
export function Bubble({ message, first, author, contactName, state, onJump, ...actions }: BubbleProps) {
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
