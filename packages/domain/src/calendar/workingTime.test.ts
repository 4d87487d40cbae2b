import { DEFAULT_SETTINGS, type Settings } from "../settings/index.js";
import {
  localTime,
  NO_OWN_HOURS,
  printOwnHours,
  toCountingRule,
  workingTimeCounter,
  workingTimeSplitter,
  type Interval,
  type TimeSpan,
  type WorkingTimePart,
} from "./index.js";

const HOUR = 3_600_000;
const settings = (more: Partial<Settings> = {}): Settings => ({ ...DEFAULT_SETTINGS, ...more });
const DAY_AND_NIGHT: Partial<Settings> = { horarioAbertura: "00:00", horarioFechamento: "00:00", saturday: true, sunday: true };
const NIGHT_SHIFT: Partial<Settings> = { horarioAbertura: "22:00", horarioFechamento: "06:00" };

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const clock = (at: Date, zone: string): string => {
  const { weekday, hour, minute } = localTime(at, zone);
  return `${WEEKDAYS[weekday] ?? ""} ${[hour, minute].map((part) => String(part).padStart(2, "0")).join(":")}`;
};
const print = (parts: readonly WorkingTimePart[], zone: string): string[] =>
  parts.map(({ from, until, reason }) => `${clock(from, zone)}-${clock(until, zone)} ${reason ?? "counted"}`);

describe("working time", () => {
  // In Lisbon the clocks skip 01:00 to 02:00 on 29 March 2026, and show that hour twice on 25 October.
  // In São Paulo they skipped midnight of 4 November 2018 and showed 23:00 twice on 17 February 2019.
  it.each<[string, Partial<Settings>, string, string, number]>([
    ["a day of 23 hours in Lisbon", { ...DAY_AND_NIGHT, timeZone: "Europe/Lisbon" }, "2026-03-29T00:00:00Z", "2026-03-29T23:00:00Z", 23],
    ["a day of 25 hours in Lisbon", { ...DAY_AND_NIGHT, timeZone: "Europe/Lisbon" }, "2026-10-24T23:00:00Z", "2026-10-26T00:00:00Z", 25],
    ["a day without midnight in São Paulo", DAY_AND_NIGHT, "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z", 23],
    ["a day with 23:00 twice in São Paulo", DAY_AND_NIGHT, "2019-02-16T02:00:00Z", "2019-02-17T03:00:00Z", 25],
    ["the same hours after the clocks changed", {}, "2018-11-05T10:00:00Z", "2018-11-05T20:00:00Z", 9],
    ["a night shift over midnight", NIGHT_SHIFT, "2026-01-05T20:00:00Z", "2026-01-06T12:00:00Z", 8],
    [
      "the hours of Lisbon, not those of the default zone",
      { timeZone: "Europe/Lisbon" },
      "2026-01-05T08:00:00Z",
      "2026-01-05T09:00:00Z",
      1,
    ],
    ["nothing of a Saturday that is off", {}, "2026-01-10T12:00:00Z", "2026-01-10T18:00:00Z", 0],
    ["nothing of a Sunday that is off", { saturday: true }, "2026-01-11T12:00:00Z", "2026-01-11T18:00:00Z", 0],
    ["a Sunday that is on, without lunch", { sunday: true }, "2026-01-11T14:00:00Z", "2026-01-11T18:00:00Z", 3],
  ])("counts %s [DASH-020, DASH-022, DASH-023, D-107]", (_title, more, from, until, hours) => {
    expect(workingTimeCounter(settings(more))({ from: new Date(from), until: new Date(until) })).toBe(hours * HOUR);
  });

  it.each<[string, Partial<Settings>, string, string, string[]]>([
    [
      "a night",
      {},
      "2026-01-05T20:40:00Z",
      "2026-01-06T11:12:00Z",
      ["mon 17:40-mon 18:00 counted", "mon 18:00-tue 08:00 closed", "tue 08:00-tue 08:12 counted"],
    ],
    [
      "lunch and a weekend",
      {},
      "2026-01-09T14:30:00Z",
      "2026-01-12T11:30:00Z",
      [
        "fri 11:30-fri 12:00 counted",
        "fri 12:00-fri 13:00 lunch",
        "fri 13:00-fri 18:00 counted",
        "fri 18:00-sat 00:00 closed",
        "sat 00:00-mon 00:00 weekend",
        "mon 00:00-mon 08:00 closed",
        "mon 08:00-mon 08:30 counted",
      ],
    ],
    [
      "a night shift",
      NIGHT_SHIFT,
      "2026-01-06T00:00:00Z",
      "2026-01-06T10:00:00Z",
      ["mon 21:00-mon 22:00 closed", "mon 22:00-tue 06:00 counted", "tue 06:00-tue 07:00 closed"],
    ],
    ["a span in the wrong order", {}, "2026-01-06T10:00:00Z", "2026-01-05T10:00:00Z", []],
  ])("says what was counted and left out of %s [DASH-022, DASH-023]", (_title, more, from, until, parts) => {
    const counted = settings(more);
    expect(print(workingTimeSplitter(counted)({ from: new Date(from), until: new Date(until) }), counted.timeZone)).toEqual(parts);
  });

  it("splits any span into parts without gaps whose counted ones add up to the working time [DASH-022]", () => {
    const rules = [{}, NIGHT_SHIFT, DAY_AND_NIGHT, { saturday: true, timeZone: "Europe/Lisbon" }].map(settings);
    const spans: TimeSpan[] = Array.from({ length: 200 }, (_unused, at) => {
      const from = Date.parse("2026-03-20T00:00:00Z") + at * 5_711_234;
      return { from: new Date(from), until: new Date(from + at * at * 17_321) };
    });
    for (const rule of rules) {
      const split = workingTimeSplitter(rule);
      for (const span of spans) {
        const parts = split(span);
        const sum = (some: readonly TimeSpan[]): number =>
          some.reduce((millis, { from, until }) => millis + until.getTime() - from.getTime(), 0);
        expect(sum(parts)).toBe(span.until.getTime() - span.from.getTime());
        expect(sum(parts.filter(({ reason }) => reason === null))).toBe(workingTimeCounter(rule)(span));
        parts.slice(1).forEach((part, place) => expect(part.from).toEqual(parts[place]?.until));
      }
    }
  });

  it("has one rule text per way of counting, which an installation with the simple form keeps [D-253, D-380]", () => {
    const rule = (more: Partial<Settings> = {}, ofQueue = ""): string =>
      toCountingRule({ settings: settings(more), queues: new Map([[7, { id: 7, openingHours: ofQueue }]]) });
    const monday = (open: readonly Interval[]): string =>
      printOwnHours({ ...NO_OWN_HOURS, week: [null, open, null, null, null, null, null] });
    expect(rule()).toBe("America/Sao_Paulo 08:00 12:00 13:00 18:00 0 0");
    const others = [
      { saturday: true },
      { sunday: true },
      { horarioAlmoco: "11:00" },
      { timeZone: "UTC" },
      { openingHours: monday([["09:00", "12:00"]]) },
      { openingHours: monday([]) },
      { openingHours: monday([]), holidays: true },
    ].map((more) => rule(more));
    expect(new Set([rule(), rule({}, monday([])), ...others]).size).toBe(9);
    expect(rule({ holidays: true, weekdays: false })).toBe(rule());
    const dated = printOwnHours({ ...NO_OWN_HOURS, days: [{ day: "2026-12-24", name: "", open: [] }] });
    expect(rule({ openingHours: dated })).toBe(rule());
  });
});
