import { isHoliday, localTime } from "../calendar/index.js";
import type { RunState } from "../sends/index.js";
import {
  isStillDue,
  nextOccurrence,
  nextOccurrences,
  quarterlyMonths,
  RECURRENCES,
  shownRuleValue,
  toRuleValue,
  type Recurrence,
  type ScheduleRule,
} from "./index.js";

const ZONE = "America/Sao_Paulo";
const MINUTE = 60_000;
const DAY = 86_400_000;
const at = (text: string): Date => new Date(`${text}-03:00`);

/** The dates, `dd/MM/yyyy HH:mm` in São Paulo, of the first runs of a rule. */
function firstRuns(recurrence: Recurrence, value: string, count = 4): string[] {
  const sendAt = at("2027-01-05T09:30:00");
  return nextOccurrences({ recurrence, value, sendAt }, ZONE, at("2026-12-01T00:00:00"), count).map((run) => {
    const { day, month, year, hour, minute } = localTime(run, ZONE);
    return `${day}/${month}/${year} ${hour}:${minute}`;
  });
}

describe("a schedule", () => {
  it.each<[Recurrence, string, readonly string[]]>([
    ["once", "0", ["5/1/2027 9:30"]],
    ["every_day", "", ["5/1/2027 9:30", "6/1/2027 9:30", "7/1/2027 9:30", "8/1/2027 9:30"]],
    ["every_week", "friday", ["8/1/2027 9:30", "15/1/2027 9:30", "22/1/2027 9:30", "29/1/2027 9:30"]],
    ["every_month", "31", ["31/1/2027 9:30", "28/2/2027 9:30", "31/3/2027 9:30", "30/4/2027 9:30"]],
    ["quarterly", "15/2", ["15/2/2027 9:30", "15/5/2027 9:30", "15/8/2027 9:30", "15/11/2027 9:30"]],
    ["quarterly", "31/11", ["28/2/2027 9:30", "31/5/2027 9:30", "31/8/2027 9:30", "30/11/2027 9:30"]],
    ["anually", "29/2", ["28/2/2027 9:30", "29/2/2028 9:30", "28/2/2029 9:30", "28/2/2030 9:30"]],
    ["last_day_of_month", "0", ["31/1/2027 9:30", "28/2/2027 9:30", "31/3/2027 9:30", "30/4/2027 9:30"]],
    ["business_day", "1", ["1/2/2027 9:30", "1/3/2027 9:30", "1/4/2027 9:30", "3/5/2027 9:30"]],
    ["business_day", "23", ["29/1/2027 9:30", "26/2/2027 9:30", "31/3/2027 9:30", "30/4/2027 9:30"]],
  ])(
    "%s with the value “%s” falls on its days and never before its first moment [D-189, D-190, D-191, D-192]",
    (recurrence, value, runs) => {
      expect(firstRuns(recurrence, value)).toEqual(runs);
    },
  );

  it("starts at the first moment itself, and goes on after the moment that is given", () => {
    const sendAt = at("2027-01-05T09:30:00");
    const rule: ScheduleRule = { recurrence: "every_day", value: "", sendAt };
    expect(nextOccurrence(rule, ZONE, new Date(sendAt.getTime() - 1))).toEqual(sendAt);
    expect(nextOccurrence(rule, ZONE, sendAt)).toEqual(at("2027-01-06T09:30:00"));
    expect(nextOccurrence({ ...rule, recurrence: "once" }, ZONE, sendAt)).toBeNull();
  });

  it.each<[Recurrence, string, string | null]>([
    ["once", "7", "0"],
    ["last_day_of_month", "x", "0"],
    ["every_day", "9", ""],
    ["every_week", "Monday", "monday"],
    ["every_week", "Terça-feira", "tuesday"],
    ["every_week", "sábado", "saturday"],
    ["every_week", "8", null],
    ["every_month", "31", "31"],
    ["every_month", "032", null],
    ["every_month", "0", null],
    ["every_month", "1.5", null],
    ["business_day", "23", "23"],
    ["business_day", "24", null],
    ["quarterly", "05/02", "5/2"],
    ["quarterly", "31/2", null],
    ["anually", "29/2", "29/2"],
    ["anually", "1/13", null],
    ["anually", "1/1/2027", null],
    ["anually", "", null],
  ])("%s takes the value “%s” as %s [D-189]", (recurrence, value, stored) => {
    expect(toRuleValue(recurrence, value)).toBe(stored);
  });

  it("is shown as sent only once the recipients of its run are listed [SCHED-014, SCHED-016, D-195]", () => {
    for (const recurrence of ["once", "last_day_of_month"] as const) {
      const shown = (run: RunState | null) => shownRuleValue({ recurrence, value: "1" }, run);
      expect([shown("freezing"), shown("running"), shown("paused"), shown("done"), shown(null)]).toEqual(["0", "1", "1", "1", "1"]);
      expect(shownRuleValue({ recurrence, value: "0" }, null)).toBe("0");
    }
    expect(shownRuleValue({ recurrence: "every_month", value: "1" }, "freezing")).toBe("1");
  });

  it("shows four months, three apart, from its own month on [D-191]", () => {
    expect(quarterlyMonths("15/2")).toEqual([2, 5, 8, 11]);
    expect(quarterlyMonths("15/11")).toEqual([11, 2, 5, 8]);
  });

  it("goes out late when it is a single one, and up to 60 minutes late when it repeats [D-194]", () => {
    const due = at("2027-01-05T09:30:00");
    const later = (ms: number) => new Date(due.getTime() + ms);
    expect(isStillDue("once", due, later(90 * DAY))).toBe(true);
    expect(isStillDue("every_day", due, later(60 * MINUTE))).toBe(true);
    expect(isStillDue("every_day", due, later(60 * MINUTE + 1))).toBe(false);
  });
});

/**
 * A slow, obvious reference: looks at every calendar day with plain arithmetic, and finds the
 * moment of a day by looking at the zone's clock quarter hour by quarter hour.
 */
function referenceRuns(rule: ScheduleRule, zone: string, from: Date, days: number): string[] {
  const { hour, minute } = localTime(rule.sendAt, zone);
  const start = localTime(new Date(Math.max(from.getTime(), rule.sendAt.getTime())), zone);
  const first = Date.UTC(start.year, start.month - 1, start.day);
  const end = Date.UTC(localTime(from, zone).year, localTime(from, zone).month - 1, localTime(from, zone).day) + days * DAY;
  const found: string[] = [];
  for (let day = first; day < end; day += DAY) {
    if (!fallsOn(rule, new Date(day))) continue;
    const run = momentOf(day, hour * 60 + minute, zone);
    if (run > from.getTime() && run >= rule.sendAt.getTime()) found.push(new Date(run).toISOString());
  }
  return found;
}

const isBusinessDay = (date: Date): boolean => date.getUTCDay() % 6 !== 0 && !isHoliday(date.toISOString().slice(0, 10));

function fallsOn({ recurrence, value }: ScheduleRule, date: Date): boolean {
  const day = date.getUTCDate();
  const month = date.getUTCMonth() + 1;
  const isLast = new Date(date.getTime() + DAY).getUTCDate() === 1;
  const [wantedDay = 0, wantedMonth = 0] = value.split("/").map(Number);
  const isDay = day === wantedDay || (isLast && wantedDay > day);
  switch (recurrence) {
    case "every_day":
      return true;
    case "every_week":
      return ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"][date.getUTCDay()] === value;
    case "every_month":
      return isDay;
    case "last_day_of_month":
      return isLast;
    case "quarterly":
      return isDay && Math.abs(month - wantedMonth) % 3 === 0;
    case "anually":
      return isDay && month === wantedMonth;
    case "business_day": {
      const business = Array.from({ length: 31 }, (_, at) => new Date(Date.UTC(date.getUTCFullYear(), month - 1, at + 1))).filter(
        (each) => each.getUTCMonth() + 1 === month && isBusinessDay(each),
      );
      return (business[wantedDay - 1] ?? business.at(-1))?.getTime() === date.getTime();
    }
    case "once":
      return false;
  }
}

/** The first quarter hour at which the clock of the zone shows this time of the day, or a later one where it skips it. */
function momentOf(day: number, minutes: number, zone: string): number {
  const wanted = day + minutes * MINUTE;
  for (let instant = wanted - 15 * 60 * MINUTE; ; instant += 15 * MINUTE) {
    const t = localTime(new Date(instant), zone);
    const shown = Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute);
    if (shown >= wanted) return instant;
  }
}

describe("the eight recurrences", () => {
  const values: Readonly<Record<Recurrence, readonly string[]>> = {
    once: ["0"],
    every_day: [""],
    every_week: ["sunday", "wednesday"],
    every_month: ["1", "30", "31"],
    quarterly: ["31/1", "29/2", "30/11"],
    anually: ["29/2", "31/12"],
    last_day_of_month: ["0"],
    business_day: ["1", "5", "23"],
  };

  it.each(["America/Sao_Paulo", "America/New_York", "Europe/Lisbon", "Australia/Lord_Howe"])(
    "agree over 800 days with a slow reference in %s, whose clocks change or not [D-189, D-190, D-191, D-192]",
    (zone) => {
      const from = new Date("2027-01-01T00:00:00Z");
      for (const recurrence of RECURRENCES)
        for (const value of values[recurrence])
          for (const time of ["2027-02-27T04:30:00Z", "2027-01-01T02:15:00Z"]) {
            const rule: ScheduleRule = { recurrence, value, sendAt: new Date(time) };
            const until = from.getTime() + 800 * DAY;
            const runs: string[] = [];
            for (
              let last = nextOccurrence(rule, zone, from);
              last !== null && last.getTime() < until;
              last = nextOccurrence(rule, zone, last)
            )
              runs.push(last.toISOString());
            const expected = recurrence === "once" ? [new Date(time).toISOString()] : referenceRuns(rule, zone, from, 801);
            expect([recurrence, value, time, runs]).toEqual([
              recurrence,
              value,
              time,
              expected.filter((run) => new Date(run).getTime() < until),
            ]);
          }
    },
  );
});
