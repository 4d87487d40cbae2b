import { addDays, isLocalDay, monthOf } from "@balcao/domain/calendar";
import { useState } from "react";
import type { DashboardFilter } from "../../lib/data/dashboard";
import { useSettings } from "../../lib/data/settings";
import { toDayKey } from "../../lib/time";

const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2199-12-31";

/** The fields as they are typed; an id is empty for everybody. */
interface FilterFields {
  readonly firstDate: string;
  readonly lastDate: string;
  readonly userId: string;
  readonly queueId: string;
}

/** The periods that a button chooses. */
export const PERIODS = ["today", "month", "threeMonths"] as const;
type Period = (typeof PERIODS)[number];

const isDay = (day: string): boolean => isLocalDay(day) && day >= FIRST_DAY && day <= LAST_DAY;
const toId = (text: string): number | undefined => (text === "" ? undefined : Number(text));

interface Filter {
  readonly fields: FilterFields;
  readonly set: (fields: Partial<FilterFields>) => void;
  readonly choose: (period: Period) => void;
  /** Which fields are wrong, and how. */
  readonly wrong: { readonly firstDate: boolean; readonly lastDate: boolean; readonly order: boolean };
  /** The filter of the last fields that were right. */
  readonly filter: DashboardFilter;
}

/** The filters of the dashboard, at first the current month in the company's zone. */
export function useFilter(): Filter {
  const { timeZone } = useSettings();
  const [now] = useState(() => new Date());
  const month = monthOf(now, timeZone);
  const [changed, setChanged] = useState<Partial<FilterFields>>({});
  const [valid, setValid] = useState<DashboardFilter | null>(null);
  const initial: FilterFields = { firstDate: month.first, lastDate: month.last, userId: "", queueId: "" };
  const fields = { ...initial, ...changed };
  const set = (more: Partial<FilterFields>): void => {
    const next = { ...fields, ...more };
    setChanged({ ...changed, ...more });
    if (isDay(next.firstDate) && isDay(next.lastDate) && next.firstDate <= next.lastDate) setValid(toFilter(next));
  };
  const wrong = { firstDate: !isDay(fields.firstDate), lastDate: !isDay(fields.lastDate) };
  const today = toDayKey(now);
  const periods: Readonly<Record<Period, Pick<FilterFields, "firstDate" | "lastDate">>> = {
    today: { firstDate: today, lastDate: today },
    month: { firstDate: month.first, lastDate: month.last },
    threeMonths: { firstDate: `${addDays(`${addDays(month.first, -1).slice(0, 8)}01`, -1).slice(0, 8)}01`, lastDate: month.last },
  };
  return {
    fields,
    set,
    choose: (period) => set(periods[period]),
    wrong: { ...wrong, order: !wrong.firstDate && !wrong.lastDate && fields.firstDate > fields.lastDate },
    filter: valid ?? toFilter(initial),
  };
}

const toFilter = ({ firstDate, lastDate, userId, queueId }: FilterFields): DashboardFilter => ({
  firstDate,
  lastDate,
  userId: toId(userId),
  queueId: toId(queueId),
});
