import type { QuotedView, ReactionView } from "@balcao/contracts/messages";
import { previewText } from "@balcao/domain/texts";
import { useTexts } from "../../../i18n/useTexts";
import { daysAgo, toDate, toWeekday } from "../../../lib/time";

/** The date above the first message of a day. */
export function DayMark({ instant }: { readonly instant: string }) {
  const { t, language } = useTexts("conversation");
  const days = daysAgo(instant);
  const text = days === 0 ? t("day.today") : days === 1 ? t("day.yesterday") : days < 7 ? toWeekday(instant, language) : toDate(instant);
  return (
    <h3 className="dayMark">
      <time dateTime={instant}>{text}</time>
    </h3>
  );
}

/** The reactions, on the lower edge of the bubble. */
export function Reactions({ reactions }: { readonly reactions: readonly ReactionView[] }) {
  const { t } = useTexts("conversation");
  if (reactions.length === 0) return null;
  const total = reactions.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className="reactions" role="img" aria-label={t("message.reactions", { list: reactions.map(({ emoji }) => emoji).join(" ") })}>
      {reactions.slice(0, 4).map(({ emoji }) => (
        <span key={emoji}>{emoji}</span>
      ))}
      {total > 1 && <b>{total}</b>}
    </span>
  );
}

/** The quoted message; a click scrolls to it. */
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
  const text = previewText({ type: quoted.mediaType, body: quoted.body });
  return (
    <button type="button" className="quote" aria-label={t("message.goToQuoted")} onClick={() => onJump(quoted.id)}>
      <b>{quoted.fromMe ? t("message.us") : (quoted.contact?.name ?? contactName)}</b>
      <span>{text}</span>
    </button>
  );
}
