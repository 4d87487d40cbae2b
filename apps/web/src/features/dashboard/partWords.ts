import type { WorkingPartView } from "@balcao/contracts/dashboard";
import { companyZone, toClock, toDayKey } from "../../lib/time";

type Span = Pick<WorkingPartView, "from" | "until">;

/** `seg 17:40–18:00, ter 08:00–08:12`, in the company's zone. */
export function toPartWords(parts: readonly Span[], language: string): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: companyZone() });
  const dayOf = (at: string): string => weekday.format(new Date(at)).replace(".", "");
  return parts
    .map(({ from, until }) => {
      const end = toDayKey(from) === toDayKey(until) ? toClock(until) : `${dayOf(until)} ${toClock(until)}`;
      return `${dayOf(from)} ${toClock(from)}–${end}`;
    })
    .join(", ");
}
