import type { MessageView, QuotedView } from "@balcao/contracts/messages";
import type { DeliveryState } from "@balcao/domain/messages";
import { previewText } from "@balcao/domain/texts";
import { useTexts } from "../../../i18n/useTexts";
import { daysAgo, toClock, toDate, toFullDate, toWeekday } from "../../../lib/time";
import { Ticks } from "../../../ui";

/** How a day is named: today, yesterday, a weekday of the last days, or its date. */
export function useDayWords(instant: string): string {
  const { t, language } = useTexts("conversation");
  const days = daysAgo(instant);
  if (days === 0) return t("day.today");
  if (days === 1) return t("day.yesterday");
  return days < 7 ? toWeekday(instant, language) : toDate(instant);
}

/** The date above the first message of a day. */
export function DayMark({ instant }: { readonly instant: string }) {
  return (
    <h2 className="dayMark">
      <time dateTime={instant}>{useDayWords(instant)}</time>
    </h2>
  );
}

/** The quoted message; a click scrolls to it, where the conversation has it. */
export function Quote({
  quoted,
  contactName,
  onJump,
}: {
  readonly quoted: QuotedView;
  readonly contactName: string;
  readonly onJump: (id: string) => void;
}) {
  const { t } = useTexts("conversation");
  const { id } = quoted;
  const content = (
    <>
      <b>{quoted.fromMe ? t("message.us") : (quoted.contact?.name ?? contactName)}</b>
      <span>{previewText({ type: quoted.mediaType, body: quoted.body || (quoted.fileName ?? "") })}</span>
    </>
  );
  if (id === null) return <blockquote className="quote">{content}</blockquote>;
  return (
    <button type="button" className="quote" aria-label={t("message.goToQuoted")} onClick={() => onJump(id)}>
      {content}
    </button>
  );
}

/** The time of an instant, with the full date in a tooltip. */
export function Clock({ instant }: { readonly instant: string }) {
  const { language } = useTexts("common");
  return (
    <time dateTime={instant} title={toFullDate(instant, language)}>
      {toClock(instant)}
    </time>
  );
}

interface MessageTimeProps {
  readonly message: Pick<MessageView, "createdAt" | "isEdited">;
  readonly state: DeliveryState | null;
}

/** When a message was sent, whether it was edited, and its delivery state. */
export function MessageTime({ message, state }: MessageTimeProps) {
  const { t } = useTexts("conversation");
  return (
    <span className="messageMeta">
      {message.isEdited && <span>{t("message.edited")} ·</span>}
      <Clock instant={message.createdAt} />
      {state && <Ticks state={state} />}
    </span>
  );
}
