import {
  changedDates,
  dayBounds,
  describeOwnHours,
  localDay,
  parseOwnHours,
  printOwnHours,
  readOwnHours,
  type OwnHoursProblem,
} from "@balcao/domain/calendar";
import type { CalendarSettings } from "@balcao/domain/settings";
import { invalidField } from "@balcao/contracts/errors";
import { requestRecount } from "@balcao/database/targets";
import { disownFigureDays, lockFigures } from "@balcao/database/dashboard";
import type { Services, Unit } from "../../ground/kernel/index.js";

const WEEKDAYS = ["domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"];
const SENTENCES: { readonly [R in OwnHoursProblem["rule"]]: (place: string) => string } = {
  form: () => "Horários inválidos",
  time: (place) => `Horário inválido em ${place}`,
  overlap: (place) => `Os horários de ${place} se sobrepõem`,
  overlapsNext: (place) => `O último horário de ${place} avança sobre os do dia seguinte`,
  tooMany: () => "Horários ou datas demais",
  date: (place) => `Data inválida: ${place}`,
  sameDate: (place) => `A data ${place} está repetida`,
  name: (place) => `O nome da data ${place} é longo demais`,
};
const placeOf = ({ at }: OwnHoursProblem): string =>
  typeof at === "number" ? (WEEKDAYS[at] ?? "") : (at ?? "").split("-").reverse().join("/");

/** The stored form of own hours that somebody wrote. Throws ERR_VALIDATION with a sentence that names the day. */
export function toStoredHours(field: string, text: string): string {
  const parsed = parseOwnHours(text);
  if (parsed.ok) return printOwnHours(parsed.hours);
  throw invalidField(field, parsed.problem.rule, SENTENCES[parsed.problem.rule](placeOf(parsed.problem)));
}

interface HoursChange {
  readonly before: string;
  readonly after: string;
  /** Null for the company's hours. */
  readonly queueId: number | null;
  readonly now: Date;
}

/** Says which stored days of the dashboard were counted by other hours, where dates that are over have changed [D-253, D-380]. */
export async function disownCountedDays(unit: Unit, services: Services, { before, after, queueId, now }: HoursChange): Promise<void> {
  const { timeZone } = services.directory.current().settings;
  const dates = changedDates(readOwnHours(before), readOwnHours(after), localDay(now, timeZone));
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return;
  // A process that computes a day right now ends first.
  await lockFigures(unit);
  const [{ from }, { until }] = [dayBounds(first, timeZone), dayBounds(last, timeZone)];
  await disownFigureDays(unit, { from, until, timeZone, queueId });
}

/** A change of own hours as the audit tells it. */
export const hoursInWords = (before: string, after: string): string =>
  `${describeOwnHours(readOwnHours(before)) || "–"} → ${describeOwnHours(readOwnHours(after)) || "–"}`;

const HOURS: Readonly<Record<keyof CalendarSettings, true>> = {
  ...{ timeZone: true, horarioAbertura: true, horarioFechamento: true, horarioAlmoco: true, horarioFimAlmoco: true },
  ...{ weekdays: true, saturday: true, sunday: true, holidays: true, openingHours: true },
};

/** Has the running clocks of all queues counted anew where a setting of the hours has changed (D-510). */
export async function recountClocks(
  unit: Unit,
  { directory }: Services,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<void> {
  if (Object.hasOwn(HOURS, key)) await requestRecount(unit, [...directory.current().queues.keys()], now);
}
