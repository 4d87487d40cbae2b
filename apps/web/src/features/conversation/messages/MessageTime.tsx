import type { MessageView } from "@balcao/contracts/messages";
import type { DeliveryState } from "@balcao/domain/messages";
import { useTexts } from "../../../i18n/useTexts";
import { toClock, toFullDate } from "../../../lib/time";
import { Ticks } from "../../../ui";

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
