import type { MessageView } from "@balcao/contracts/messages";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { DeliveryState } from "@balcao/domain/messages";
import { type Handover, previewText, withoutSignature } from "@balcao/domain/texts";
import type { TFunction } from "i18next";
import { memo, useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { toClock } from "../../../lib/time";
import { flag, Glyph } from "../../../ui";
import { WaText } from "../../../ui/waText";
import { drawingOf } from "./content";
import type { MessageActions } from "./MessageContent";
import { MessageLine } from "./MessageLine";
import { DayMark, Clock } from "./MessageMarks";
import type { MessageRow } from "./messageRows";
import { deliveryState } from "./messageState";
import { WaitingNote } from "./WaitingNote";

function CommentHead({ userName }: Pick<MessageView, "userName">) {
  const { t } = useTexts("conversation");
  return (
    <>
      {t("message.comment")}
      {userName !== null && (
        <>
          {" · "}
          <b>{userName}</b>
        </>
      )}
    </>
  );
}

/** Who gave the conversation to whom; a rule has no name. */
const handoverHead = (
  t: TFunction<"conversation">,
  { userName: by }: Pick<MessageView, "userName">,
  { user, queue, isAwake }: Handover,
): string => {
  if (isAwake) return t("handover.back");
  const to = { user: user?.name ?? "", queue: queue.name };
  if (by === null) return user ? t("handover.passedToUser", to) : t("handover.passedToQueue", to);
  if (user) return t("handover.toUser", { ...to, by });
  return queue.id === 0 ? t("handover.toAll", { by }) : t("handover.toQueue", { ...to, by });
};

/**
 * An internal comment. It looks different from messages, because the customer never receives it.
 */
function CommentNote({ message }: { readonly message: MessageView }) {
  const { t } = useTexts("conversation");
  const { handover } = message;
  const { text } = withoutSignature(handover ? (handover.note ?? "") : message.body, message.fromMe ? message.userName : null);
  return (
    <div className="comment">
      <Glyph name={handover ? "transfer" : "comment"} size={18} />
      <div>
        <p className="commentHead">
          {handover ? handoverHead(t, message, handover) : <CommentHead userName={message.userName} />}
          <Clock instant={message.createdAt} />
        </p>
        {text !== "" && <WaText text={text} mentions={message.mentions} />}
      </div>
    </div>
  );
}

interface MessageItemProps extends MessageActions {
  readonly row: MessageRow;
  readonly api: ConnectorApi | null;
  readonly inGroup: boolean;
  readonly contactName: string;
  readonly focusable: boolean;
  readonly blinking: boolean;
  readonly mayReply: boolean;
  /** Whether it can be chosen with others now, and whether it is. */
  readonly selecting: boolean;
  readonly selected: boolean;
  readonly onSelect: (message: MessageView) => void;
}

/** The accessible name of a message for screen readers. */
function useSpokenName(message: MessageView, contactName: string, state: DeliveryState | null): string {
  const { t } = useTexts("conversation");
  const { t: word } = useTexts("common");
  const author = message.fromMe ? (message.userName ?? t("message.us")) : (message.contact?.name ?? contactName);
  const parts = [
    message.mediaType === "comment" ? t("message.comment") : null,
    author,
    toClock(message.createdAt),
    message.handover && handoverHead(t, message, message.handover),
    message.isDeleted ? t("message.deleted") : previewText({ type: message.mediaType, body: message.body, userName: message.userName }),
    message.editUnreadable ? t("message.editUnreadable") : null,
    state && word(`delivery.${state}`),
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * Whether the pointer or the focus has come to a message: before that the icons of its buttons, which are a third of its elements, are not
 * drawn.
 */
function useNear() {
  const [near, setNear] = useState(false);
  const come = () => setNear(true);
  return { near, watch: near ? undefined : { onPointerEnter: come, onFocus: come } };
}

/** One message, with the date and the mark of new messages above it if they apply. */
export const MessageItem = memo(function MessageItem({
  row,
  api,
  focusable,
  blinking,
  onSettle,
  selecting,
  selected,
  onSelect,
  ...line
}: MessageItemProps) {
  const { t } = useTexts("conversation");
  const { message, first, last } = row;
  const drawing = drawingOf(message);
  const state = deliveryState(message, api);
  const spoken = useSpokenName(message, line.contactName, state);
  const { near, watch } = useNear();
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
        data-out={flag(message.fromMe)}
        data-first={flag(first)}
        data-last={flag(last)}
        data-newest={flag(row.newest)}
        data-reacted={flag(message.reactions.length > 0)}
        data-failed={flag(state === "failed" || drawing === "error")}
        data-blink={flag(blinking)}
        data-selecting={flag(selecting)}
        data-selected={flag(selected)}
        {...watch}
      >
        {selecting && (
          <label className="messageChoice">
            <input
              type="checkbox"
              tabIndex={-1}
              checked={selected}
              aria-label={t("select.message", { message: spoken })}
              onChange={() => onSelect(message)}
            />
          </label>
        )}
        {drawing === "comment" ? (
          <CommentNote message={message} />
        ) : (
          <MessageLine {...line} message={message} first={first} last={last} state={state} near={near} />
        )}
        {state === "waiting" && <WaitingNote message={message} />}
        {state === "unknown" && <Unconfirmed onSettle={(action) => onSettle(message, action)} />}
      </div>
    </>
  );
});

/** Buttons for a message that may or may not have been sent: the person decides. */
function Unconfirmed({ onSettle }: { readonly onSettle: (action: "resend" | "discard") => void }) {
  const { t } = useTexts("conversation");
  return (
    <p className="unconfirmed">
      <Glyph name="warning" size={15} />
      {t("unconfirmed.text")}
      <button type="button" onClick={() => onSettle("resend")}>
        {t("unconfirmed.resend")}
      </button>
      <button type="button" onClick={() => onSettle("discard")}>
        {t("unconfirmed.discard")}
      </button>
    </p>
  );
}
