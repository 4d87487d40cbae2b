import type { TicketView } from "@balcao/contracts/tickets";
import { useTranslation } from "react-i18next";
import { toFullDate } from "../../../lib/time";
import { Glyph } from "../../../ui";
import { toPlannedTime } from "../planned/plannedTime";
import "./snooze.css";

/** Until when a conversation sleeps, or why it is back. */
export function SnoozeMark({ of: { state, until } }: { readonly of: NonNullable<TicketView["snooze"]> }) {
  const { t, i18n } = useTranslation("planned");
  const when = until === null ? null : toPlannedTime(until, t, i18n.language);
  const asleep = when === null ? t("snooze.mark.untilMessage") : t("snooze.mark.until", { when });
  return (
    <span className="snoozeMark ellipsis" data-state={state} title={until === null ? undefined : toFullDate(until, i18n.language)}>
      <Glyph name="clock" size={14} />
      {state === "asleep" ? asleep : t(`snooze.mark.${state}`)}
    </span>
  );
}
