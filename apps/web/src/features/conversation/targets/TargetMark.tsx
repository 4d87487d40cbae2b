import type { TicketView } from "@balcao/contracts/tickets";
import { useTranslation } from "react-i18next";
import { toDuration } from "../../../lib/duration";
import { daysAgo, toFullDate } from "../../../lib/time";
import { useMinute } from "../../../lib/useMinute";
import { Glyph } from "../../../ui";
import { toPlannedTime } from "../planned/plannedTime";
import "./targets.css";

const MINUTE_MS = 60_000;
/** How little is left when the mark is no longer quiet, in minutes. */
const SOON = 10;

interface TargetMarkProps {
  readonly of: NonNullable<TicketView["target"]>;
  /** It says which target is due, and when, instead of what is left. */
  readonly named?: boolean;
}

/** What is left until a conversation is due, or for how long it is overdue (D-510). */
export function TargetMark({ of: { of: kind, dueAt }, named = false }: TargetMarkProps) {
  const { t, i18n } = useTranslation("planned");
  const now = useMinute();
  const isOver = now >= Date.parse(dueAt);
  /** Whole minutes: the clock of the rows is up to one behind, and must not show more than was promised. */
  const minutes = Math.floor(Math.abs(Date.parse(dueAt) - now) / MINUTE_MS);
  const lasted = (minutes: number): string => (minutes < 1 ? t("target.now") : toDuration(minutes * MINUTE_MS, i18n.language));
  const when = toPlannedTime(dueAt, t, i18n.language);
  const what = t(`target.${kind}`);
  const due = t("target.at", { what, when });
  // The night and the days that are closed are no time that is left.
  const left = daysAgo(dueAt) === 0 ? lasted(Math.max(1, minutes)) : when;
  const short = isOver ? t("target.over", { time: lasted(minutes) }) : left;
  const long = isOver ? `${what} ${short}` : due;
  const state = isOver ? "over" : minutes < SOON ? "soon" : "calm";
  return (
    <span className="targetMark" data-state={state} title={named ? toFullDate(dueAt, i18n.language) : long}>
      <Glyph name={state === "over" ? "failed" : "clock"} size={14} />
      {named ? <span className="targetLong ellipsis">{long}</span> : <span className="visuallyHidden">{what}: </span>}
      <span className={named ? "targetShort" : "ellipsis"}>{short}</span>
    </span>
  );
}
