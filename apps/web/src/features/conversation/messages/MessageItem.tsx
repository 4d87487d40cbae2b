import type { MessageView } from "@balcao/contracts/messages";
import type { ConnectorApi } from "@balcao/domain/connections";
import { previewText } from "@balcao/domain/texts";
import { memo, type CSSProperties, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toClock, toFullDate } from "../../../lib/time";
import { Avatar, Glyph, toHue } from "../../../ui";
import { localKeyOf } from "../outbox";
import { drawingOf, withoutSignature } from "./content";
import { AudioPart, ContactCards, DocumentPart, ImagePart, LocationPart, StickerPart, VideoPart } from "./Media";
import type { MessageRow } from "./messageRows";
import { DayMark, Quote, Reactions } from "./MessageMarks";
import { deliveryState } from "./messageState";
import { TemplatePart } from "./TemplatePart";
import { Ticks } from "./Ticks";
import { WaText } from "../../../ui/waText";

/** What a message can ask of the conversation around it. */
interface MessageDeeds {
  readonly onReply: (message: MessageView) => void;
  readonly onMenu: (message: MessageView, anchor: HTMLElement) => void;
  readonly onFailure: (message: MessageView, anchor: HTMLElement) => void;
  readonly onJump: (messageId: string) => void;
  readonly onShowMedia: (messageId: string) => void;
  readonly onSettle: (message: MessageView, action: "resend" | "discard") => void;
  readonly onStartConversation: ((contact: { readonly name: string; readonly number: string }) => void) | undefined;
}

interface MessageItemProps extends MessageDeeds {
  readonly row: MessageRow;
  readonly api: ConnectorApi | null;
  readonly inGroup: boolean;
  readonly contactName: string;
  readonly focusable: boolean;
  readonly blinking: boolean;
  /** Sent part of a file that is going out, 0 to 1. */
  readonly progress: number | null;
  readonly mayReply: boolean;
}

/** The words of a message for its name in the screen reader. */
function useSpokenName(message: MessageView, contactName: string, state: string | null): string {
  const { t } = useTranslation("conversation");
  const author = message.fromMe ? (message.userName ?? t("message.us")) : (message.contact?.name ?? contactName);
  const parts = [
    message.mediaType === "comment" ? t("message.comment") : null,
    author,
    toClock(message.createdAt),
    message.isDeleted ? t("message.deleted") : previewText({ type: message.mediaType, body: message.body }),
    message.editUnreadable ? t("message.editUnreadable") : null,
    state,
  ];
  return parts.filter(Boolean).join(", ");
}

/** One message with all that can stand around it: the day, the line of the new ones, author, quote, media, text, state. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const {
    row,
    api,
    inGroup,
    contactName,
    focusable,
    blinking,
    progress,
    mayReply,
    onReply,
    onMenu,
    onFailure,
    onJump,
    onShowMedia,
    onSettle,
    onStartConversation,
  } = props;
  const { t, i18n } = useTranslation("conversation");
  const { message, first, last } = row;
  const drawing = drawingOf(message);
  const state = deliveryState(message, api);
  const spoken = useSpokenName(message, contactName, state && t(`delivery.${state}`));
  const failed = state === "failed";
  const local = localKeyOf(message) !== null;

  const time = (
    <span className="messageMeta">
      {message.isEdited && <span>{t("message.edited")} ·</span>}
      <time dateTime={message.createdAt} title={toFullDate(message.createdAt, i18n.language)}>
        {toClock(message.createdAt)}
      </time>
      {state && <Ticks state={state} />}
    </span>
  );

  const { text: words, signed } = withoutSignature(message.body, message.fromMe ? message.userName : null);
  const text = words === "" ? null : <WaText text={words} />;
  const captioned = (part: ReactNode) => (
    <>
      {part}
      {text ? (
        <div className="mediaCaption">
          {text}
          {time}
        </div>
      ) : (
        <span className="mediaTime">{time}</span>
      )}
    </>
  );

  function content(): ReactNode {
    if (message.isDeleted) {
      return (
        <>
          <span className="deletedMark">
            <Glyph name="blocked" size={15} />
            {t("message.deleted")}
          </span>
          {message.body !== "" && drawing === "text" && <s className="deletedBody">{message.body}</s>}
          {time}
        </>
      );
    }
    switch (drawing) {
      case "image":
        return captioned(<ImagePart message={message} onShow={onShowMedia} />);
      case "video":
        return captioned(<VideoPart message={message} />);
      case "document":
        return captioned(<DocumentPart message={message} />);
      case "sticker":
        return captioned(<StickerPart message={message} />);
      case "audio":
        return (
          <>
            <AudioPart message={message} />
            {text}
            {time}
          </>
        );
      case "location":
        return <LocationPart message={message}>{time}</LocationPart>;
      case "contacts":
        return (
          <ContactCards message={message} onStart={onStartConversation}>
            {time}
          </ContactCards>
        );
      case "call":
        return (
          <span className="callLog">
            <span className="callLogIcon">
              <Glyph name="missedCall" size={18} />
            </span>
            <span>
              <b>{t("message.missedCall")}</b>
              {time}
            </span>
          </span>
        );
      case "template":
        return <TemplatePart message={message} text={text} time={time} />;
      case "unsupported":
      case "unreadable":
        return (
          <>
            <span className="unsupported">{t(`message.${drawing}`)}</span>
            {time}
          </>
        );
      default:
        return (
          <>
            {text}
            {time}
          </>
        );
    }
  }

  const author = !message.fromMe && inGroup ? (message.contact?.name ?? null) : null;
  const media =
    !message.isDeleted &&
    (drawing === "image" || drawing === "video" || drawing === "sticker" || drawing === "document" || drawing === "location");

  const body =
    drawing === "comment" ? (
      <div className="comment">
        <Glyph name="comment" size={18} />
        <div>
          <p className="commentHead">
            {t("message.comment")}
            {message.userName !== null && (
              <>
                {" · "}
                <b>{message.userName}</b>
              </>
            )}
            <time dateTime={message.createdAt} title={toFullDate(message.createdAt, i18n.language)}>
              {toClock(message.createdAt)}
            </time>
          </p>
          {text}
        </div>
      </div>
    ) : (
      <div className="messageLine">
        {inGroup && !message.fromMe && <span className="messageAvatar">{last && <Avatar name={author ?? contactName} size={28} />}</span>}
        {failed && (
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
        <div className="bubble" data-media={media || undefined} data-kind={drawing}>
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
          {message.quotedMsg && <Quote quoted={message.quotedMsg} contactName={contactName} onJump={onJump} />}
          {drawing === "error" && <b className="errorCode">{t("message.errorTitle")}</b>}
          {content()}
          {message.editUnreadable && <p className="editUnreadable">{t("message.editUnreadable")}</p>}
          {progress !== null && progress < 1 && (
            <progress className="uploadProgress" max={1} value={progress} aria-label={t("message.uploading")} />
          )}
          <Reactions reactions={message.reactions} />
        </div>
        {!local && (
          <span className="messageTools">
            {mayReply && (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t("message.reply")}
                title={t("message.reply")}
                onClick={() => onReply(message)}
              >
                <Glyph name="reply" size={18} />
              </button>
            )}
            <button
              type="button"
              tabIndex={-1}
              aria-label={t("message.more")}
              aria-haspopup="menu"
              onClick={(event) => onMenu(message, event.currentTarget)}
            >
              <Glyph name="more" size={18} />
            </button>
          </span>
        )}
      </div>
    );

  return (
    <>
      {row.day !== null && <DayMark instant={row.day} />}
      {row.newFromHere > 0 && <p className="newMark">{t("message.newOnes", { count: row.newFromHere })}</p>}
      <div
        role="group"
        aria-label={spoken}
        tabIndex={focusable ? 0 : -1}
        className="message"
        data-key={row.key}
        data-out={message.fromMe || undefined}
        data-first={first || undefined}
        data-last={last || undefined}
        data-reacted={message.reactions.length > 0 || undefined}
        data-failed={failed || drawing === "error" || undefined}
        data-blink={blinking || undefined}
      >
        {body}
        {state === "unknown" && (
          <p className="unconfirmed">
            <Glyph name="warning" size={15} />
            {t("unconfirmed.text")}
            <button type="button" onClick={() => onSettle(message, "resend")}>
              {t("unconfirmed.resend")}
            </button>
            <button type="button" onClick={() => onSettle(message, "discard")}>
              {t("unconfirmed.discard")}
            </button>
          </p>
        )}
      </div>
    </>
  );
});
