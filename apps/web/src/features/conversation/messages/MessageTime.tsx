import type { MessageView } from "@balcao/contracts/messages";
import { useTranslation } from "react-i18next";
import { toClock, toFullDate } from "../../../lib/time";
import type { DeliveryState } from "./messageState";
import { Ticks } from "./Ticks";

/** The time of an instant, with the full date in a tooltip. */
export function Clock({ instant }: { readonly instant: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={instant} title={toFullDate(instant, i18n.language)}>
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
  const { t } = useTranslation("conversation");
  return (
    <span className="messageMeta">
      {message.isEdited && <span>{t("message.edited")} ·</span>}
      <Clock instant={message.createdAt} />
      {state && <Ticks state={state} />}
    </span>
  );
}
