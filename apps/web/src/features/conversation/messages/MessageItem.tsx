import type { MessageView } from "@balcao/contracts/messages";
import type { ConnectorApi } from "@balcao/domain/connections";
import { previewText } from "@balcao/domain/texts";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { toClock } from "../../../lib/time";
import { flag, Glyph } from "../../../ui";
import { CommentNote } from "./CommentNote";
import { drawingOf } from "./content";
import type { MessageActions } from "./MessageContent";
import { MessageLine } from "./MessageLine";
import { DayMark } from "./MessageMarks";
import type { MessageRow } from "./messageRows";
import { deliveryState } from "./messageState";

interface MessageItemProps extends MessageActions {
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

/** One message with the day and the line of the new ones above it. */
export const MessageItem = memo(function MessageItem({ row, api, focusable, blinking, onSettle, ...line }: MessageItemProps) {
  const { t } = useTranslation("conversation");
  const { message, first, last } = row;
  const drawing = drawingOf(message);
  const state = deliveryState(message, api);
  const spoken = useSpokenName(message, line.contactName, state && t(`delivery.${state}`));
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
        data-reacted={flag(message.reactions.length > 0)}
        data-failed={flag(state === "failed" || drawing === "error")}
        data-blink={flag(blinking)}
      >
        {drawing === "comment" ? (
          <CommentNote message={message} />
        ) : (
          <MessageLine {...line} message={message} first={first} last={last} state={state} />
        )}
        {state === "unknown" && <Unconfirmed onSettle={(action) => onSettle(message, action)} />}
      </div>
    </>
  );
});

/** A message of which nobody knows whether it went out: a person decides. */
function Unconfirmed({ onSettle }: { readonly onSettle: (action: "resend" | "discard") => void }) {
  const { t } = useTranslation("conversation");
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
