import { DEFAULT_SETTINGS, type Settings } from "../settings/index.js";
import {
  addDays,
  changedDates,
  describeOwnHours,
  formatTime,
  hoursOf,
  isAutoCloseTime,
  isHoliday,
  isOpeningTime,
  isOverMidnight,
  localDay,
  localTime,
  NO_OWN_HOURS,
  OWN_HOURS_LIMITS,
  nextOpening,
  parseOwnHours,
  perQueue,
  previewDays,
  printOwnHours,
  weekdayOf,
  workingTimeCounter,
  workingTimeSplitter,
  type DatedHours,
  type Interval,
  type OwnHours,
} from "./index.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ZONE = "America/Sao_Paulo";
const at = (text: string): Date => new Date(`${text}:00-03:00`);
/** A week that differs on the named days, Sunday is 0. */
const week = (days: Readonly<Record<number, readonly Interval[]>>, dated: readonly DatedHours[] = []): OwnHours => ({
  week: NO_OWN_HOURS.week.map((_none, day) => days[day] ?? null),
  days: dated,
});
const settings = (own: OwnHours, more: Partial<Settings> = {}): Settings => ({
  ...DEFAULT_SETTINGS,
  ...more,
  openingHours: printOwnHours(own),
});
/** Monday in two parts, Friday over midnight, Saturday mornings, Christmas Eve until noon, a local holiday. */
const SHOP = week(
  {
    1: [
      ["09:00", "12:00"],
      ["14:00", "18:30"],
    ],
    5: [["18:00", "02:00"]],
    6: [["09:00", "13:00"]],
  },
  [
    { day: "2026-12-24", name: "Véspera de Natal", open: [["08:00", "12:00"]] },
    { day: "2026-11-24", name: "Aniversário da cidade", open: [] },
  ],
);

describe("opening hours by day", () => {
  // 23 November 2026 is a Monday.
  it.each<[string, string, boolean]>([
    ["in the first part of a Monday", "2026-11-23T09:00", true],
    ["between its parts", "2026-11-23T12:00", false],
    ["in its second part, past the simple closing", "2026-11-23T18:29", true],
    ["on a closed date", "2026-11-24T10:00", false],
    ["on a day that has no hours of its own", "2026-11-25T17:59", true],
    ["on Friday before the evening", "2026-11-27T10:00", false],
    ["on Friday night", "2026-11-27T23:30", true],
    ["after midnight of Friday's night", "2026-11-28T01:59", true],
    ["when Friday's night is over", "2026-11-28T02:00", false],
    ["on Saturday, which the simple form has off", "2026-11-28T09:00", true],
    ["on Sunday", "2026-11-29T09:00", false],
    ["on a date with hours of its own", "2026-12-24T11:59", true],
    ["after them", "2026-12-24T12:00", false],
    ["on a national holiday that is a Friday", "2026-12-25T20:00", false],
  ])("judges %s [D-380]", (_title, time, open) => {
    expect(isOpeningTime(settings(SHOP), at(time))).toBe(open);
  });

  it("opens on a holiday with the setting, or where the date has hours [D-012, D-380]", () => {
    const christmas = at("2026-12-25T20:00");
    expect(isOpeningTime(settings(SHOP, { holidays: true }), christmas)).toBe(true);
    const dated = { ...SHOP, days: [{ day: "2026-12-25", name: "Natal", open: [["18:00", "22:00"]] as const }] };
    expect(isOpeningTime(settings(dated), christmas)).toBe(true);
  });

  it.each<[string, string, string | null]>([
    ["now while it is open", "2026-11-23T10:00", "2026-11-23T10:00"],
    ["in the afternoon from noon", "2026-11-23T12:00", "2026-11-23T14:00"],
    ["over a closed date", "2026-11-23T18:30", "2026-11-25T08:00"],
    ["on Saturday after Friday's night", "2026-11-28T02:00", "2026-11-28T09:00"],
    ["over a Sunday", "2026-11-28T13:00", "2026-11-30T09:00"],
  ])("opens next: %s [D-380]", (_title, from, expected) => {
    expect(nextOpening(settings(SHOP), at(from))).toEqual(expected && at(expected));
  });

  it("never opens where every day is closed [D-380]", () => {
    expect(nextOpening(settings(week({ 0: [], 1: [], 2: [], 3: [], 4: [], 5: [], 6: [] })), at("2026-11-23T12:00"))).toBeNull();
  });

  it.each<[string, string, string, number]>([
    ["a Monday without its break", "2026-11-23T00:00", "2026-11-24T00:00", 7.5],
    ["nothing of a closed date", "2026-11-24T00:00", "2026-11-25T00:00", 0],
    ["a simple day without lunch", "2026-11-25T00:00", "2026-11-26T00:00", 9],
    ["Friday's night as Friday's", "2026-11-27T23:00", "2026-11-28T12:00", 6],
    ["nothing of a holiday that has hours by its weekday", "2026-12-25T00:00", "2026-12-26T00:00", 0],
  ])("counts %s [D-107, D-380]", (_title, from, until, hours) => {
    expect(workingTimeCounter(settings(SHOP))({ from: at(from), until: at(until) })).toBe(hours * HOUR);
  });

  it("says why time was left out [DASH-022, D-380]", () => {
    const parts = workingTimeSplitter(settings(SHOP))({ from: at("2026-11-23T11:00"), until: at("2026-11-25T09:00") });
    expect(parts.map(({ from, reason }) => `${formatTime(from, ZONE)} ${reason ?? "counted"}`)).toEqual([
      "11:00 counted",
      "12:00 closed",
      "14:00 counted",
      "18:30 closed",
      "00:00 holiday",
      "00:00 closed",
      "08:00 counted",
    ]);
  });

  it.each([
    ["a weekday", "2026-11-25", "closed"],
    ["a Sunday", "2026-11-29", "weekend"],
    ["a closed date", "2026-11-24", "holiday"],
    ["a national holiday", "2026-12-25", "holiday"],
  ] as const)("says of a day without hours what it is: %s", (_what, day, reason) => {
    const own = week({ 0: [], 3: [], 5: [] }, [{ day: "2026-11-24", name: "Aniversário da cidade", open: [] }]);
    const parts = workingTimeSplitter(settings(own))({ from: at(`${day}T08:00`), until: at(`${day}T20:00`) });
    expect(parts).toEqual([{ from: at(`${day}T08:00`), until: at(`${day}T20:00`), reason }]);
  });

  it("closes idle tickets on a day with own hours within them, and on Monday from ten [D-177, D-380]", () => {
    const closes = (time: string): boolean => isAutoCloseTime(settings(SHOP), at(time));
    expect(["2026-11-23T09:30", "2026-11-23T10:00", "2026-11-23T13:00", "2026-11-24T12:00", "2026-11-25T03:00"].map(closes)).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it("takes a queue's hours where it has some, and the company's dates [D-380]", () => {
    const own = printOwnHours(week({ 0: [["10:00", "16:00"]], 2: [["00:00", "00:00"]] }));
    const company = { settings: settings(SHOP), queues: new Map([[3, { id: 3, openingHours: own }]]) };
    expect(hoursOf(company, 3)).toBe(hoursOf(company, 3));
    expect(hoursOf(company, 4)).toBe(company.settings);
    const open = (queueId: number | null, time: string): boolean => isOpeningTime(hoursOf(company, queueId), at(time));
    expect([open(3, "2026-11-29T10:00"), open(null, "2026-11-29T10:00")]).toEqual([true, false]);
    expect([open(3, "2026-12-01T03:00"), open(3, "2026-11-24T03:00"), open(3, "2026-11-23T13:00")]).toEqual([true, false, false]);
    const count = perQueue(company, workingTimeCounter);
    const sunday = { from: at("2026-11-29T00:00"), until: at("2026-11-30T00:00") };
    expect([count(3)(sunday), count(null)(sunday)]).toEqual([6 * HOUR, 0]);
  });

  it("previews days with the intervals that begin on them [D-380]", () => {
    expect(previewDays(settings(SHOP), "2026-11-24", 5).map(({ open, from, name }) => [open, from, name])).toEqual([
      [[], "date", "Aniversário da cidade"],
      [[[480, 1080]], "simple", ""],
      [[[480, 1080]], "simple", ""],
      [[[1080, 1560]], "week", ""],
      [[[540, 780]], "week", ""],
    ]);
    expect(previewDays(settings(NO_OWN_HOURS), "2026-12-25", 1)).toMatchObject([{ open: [], isHoliday: true }]);
  });
});

describe("own hours as text", () => {
  const parse = (value: object) => parseOwnHours(JSON.stringify(value));
  const none = NO_OWN_HOURS.week;
  const monday = (...open: readonly unknown[]) => ({ week: none.map((_none, day) => (day === 1 ? open : null)), days: [] });
  const date = (day: string, more: object = {}) => ({ week: none, days: [{ day, name: "", open: [], ...more }] });

  it("is empty where nothing differs, and sorted otherwise [D-380]", () => {
    expect(printOwnHours(NO_OWN_HOURS)).toBe("");
    expect(parse({ week: none, days: [] })).toMatchObject({ ok: true, hours: NO_OWN_HOURS });
    const sorted = parse(monday(["14:00", "24:00"], ["09:00", "12:00"]));
    expect(sorted.ok && sorted.hours.week[1]).toEqual([
      ["09:00", "12:00"],
      ["14:00", "00:00"],
    ]);
    const dates = ["2026-12-24", "2026-12-25", "2026-11-20"];
    const dated = parse({ week: none, days: dates.flatMap((day) => date(day).days) });
    expect(dated.ok && dated.hours.days.map(({ day }) => day)).toEqual(dates.toSorted());
    expect(isOverMidnight(["14:00", "00:00"])).toBe(false);
    expect(isOverMidnight(["22:00", "02:00"])).toBe(true);
  });

  it("is none above its limit, also where it could be read", () => {
    const text = JSON.stringify(monday(["09:00", "12:00"]));
    expect(parseOwnHours(text.padEnd(OWN_HOURS_LIMITS.text)).ok).toBe(true);
    expect(parseOwnHours(text.padEnd(OWN_HOURS_LIMITS.text + 1))).toEqual({ ok: false, problem: { rule: "form", at: null } });
  });

  it.each<[string, object, string]>([
    ["no week", {}, "form"],
    ["six days", { week: none.slice(1) }, "form"],
    ["an interval of three times", monday(["08:00", "09:00", "10:00"]), "form"],
    ["a time that does not exist", monday(["08:60", "09:00"]), "time"],
    ["a beginning at 24:00", monday(["24:00", "09:00"]), "time"],
    ["a half typed time", monday(["8", "9"]), "time"],
    ["intervals that overlap", monday(["08:00", "12:00"], ["11:59", "13:00"]), "overlap"],
    ["two nights of one day", monday(["20:00", "02:00"], ["22:00", "01:00"]), "overlap"],
    ["the same interval twice", monday(["08:00", "12:00"], ["08:00", "12:00"]), "overlap"],
    [
      "a night that runs into the next day's hours",
      {
        week: none.map((_none, day) =>
          day < 2
            ? [
                ["01:00", "01:30"],
                ["22:00", "02:00"],
              ]
            : null,
        ),
      },
      "overlapsNext",
    ],
    [
      "a Saturday night that runs into Sunday",
      { week: none.map((_none, day) => (day === 6 ? [["22:00", "09:00"]] : day === 0 ? [["08:00", "12:00"]] : null)) },
      "overlapsNext",
    ],
    ["too many intervals", monday(...Array.from({ length: 7 }, (_none, hour) => [`0${hour}:00`, `0${hour}:30`])), "tooMany"],
    ["a date that does not exist", date("2026-02-30"), "date"],
    ["a date twice", { week: none, days: [...date("2026-12-24").days, ...date("2026-12-24").days] }, "sameDate"],
    ["a long name", date("2026-12-24", { name: "x".repeat(61) }), "name"],
  ])("refuses %s [D-380]", (_title, value, rule) => {
    expect(parse(value)).toMatchObject({ ok: false, problem: { rule } });
  });

  it("refuses what is no JSON, and too much of it [D-380]", () => {
    for (const text of ["{", "[]", "null", '"x"', " ".repeat(40_000) + "{}"])
      expect(parseOwnHours(text)).toMatchObject({ ok: false, problem: { rule: "form" } });
  });

  it("is told to the audit in words [D-380]", () => {
    expect(describeOwnHours(SHOP)).toBe(
      "seg 09:00–12:00 14:00–18:30, sex 18:00–02:00, sáb 09:00–13:00, 24/12/2026 08:00–12:00, 24/11/2026 fechado",
    );
  });

  it("knows the dates up to a day that changed [D-253, D-380]", () => {
    const dated = (...days: readonly string[]): OwnHours =>
      week(
        {},
        days.map((day) => ({ day, name: "", open: [] })),
      );
    expect(changedDates(dated("2026-11-20"), dated("2026-11-20", "2026-12-24"), "2026-11-29")).toEqual([]);
    expect(changedDates(dated("2026-11-25", "2026-11-20"), dated(), "2026-11-29")).toEqual(["2026-11-20", "2026-11-25"]);
  });
});

describe("the hours and a slow model of them", () => {
  /** Numbers that look random and are the same for the same seed. */
  const createNumbers = (seed: number) => {
    let state = seed;
    return (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor(state / 65_536) % below;
    };
  };
  const clock = (minute: number): string =>
    [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

  function randomIntervals(below: (n: number) => number): readonly Interval[] {
    const times = [...new Set(Array.from({ length: 2 * below(4) }, () => below(96) * 15))].sort((a, b) => a - b);
    const pairs = Array.from({ length: Math.floor(times.length / 2) }, (_none, place): Interval => [
      clock(times[2 * place] ?? 0),
      clock(times[2 * place + 1] ?? 0),
    ]);
    // Often the last one runs past midnight.
    const last = pairs.at(-1);
    return last && below(2) === 0 ? [...pairs.slice(0, -1), [last[0], clock(below(24) * 15)]] : pairs;
  }

  /** Whether a day's hours have a minute after its midnight in them, which may lie on the next day; by the words of D-380. */
  function covers(own: OwnHours, { holidays, saturday, sunday, weekdays, ...simple }: Settings, day: string, minute: number): boolean {
    const dated = own.days.find((each) => each.day === day);
    const open = dated?.open ?? own.week[weekdayOf(day)];
    const free = isHoliday(day) && !holidays;
    const inside = (from: string, until: string): boolean => {
      const [start, end] = [from, until].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) as [number, number];
      return minute >= start && minute < (end > start ? end : end + 1_440);
    };
    if (open) return (dated !== undefined || !free) && open.some(([from, until]) => inside(from, until));
    const works = [sunday, weekdays, weekdays, weekdays, weekdays, weekdays, saturday][weekdayOf(day)] === true && !free;
    return works && inside(simple.horarioAbertura, simple.horarioFechamento);
  }

  it.each([
    ["America/Sao_Paulo", "2026-11-20"],
    ["America/Sao_Paulo", "2018-11-02"],
    ["America/Sao_Paulo", "2019-02-14"],
    ["Europe/Lisbon", "2026-03-27"],
    ["Europe/Lisbon", "2026-10-23"],
    ["Asia/Kathmandu", "2026-04-01"],
  ])("agree minute by minute in %s from %s, in gaps and repeated hours too [D-380]", (timeZone, first) => {
    const start = Date.parse(`${first}T00:00:00Z`);
    // The wall clock of each minute, which takes longest to ask. It opens and closes when the clocks show a time first: what they show
    // again does not go back.
    const minutes: { readonly now: number; readonly day: string; readonly latest: number }[] = [];
    for (let now = start - 2 * 24 * HOUR; now < start + 5 * 24 * HOUR; now += MINUTE) {
      const { hour, minute } = localTime(new Date(now), timeZone);
      const day = localDay(new Date(now), timeZone);
      const before = minutes.at(-1);
      minutes.push({ now, day, latest: Math.max(before?.day === day ? before.latest : 0, hour * 60 + minute) });
    }
    let checked = 0;
    for (let seed = 1; checked < 6; seed++) {
      const below = createNumbers(seed * 7_919);
      const days = Array.from({ length: 2 }, () => addDays(first, below(6))).filter((day, place, all) => all.indexOf(day) === place);
      const own: OwnHours = {
        week: NO_OWN_HOURS.week.map(() => (below(3) === 0 ? null : randomIntervals(below))),
        days: days.map((day) => ({ day, name: "", open: randomIntervals(below) })),
      };
      const scene = settings(own, {
        timeZone,
        horarioAbertura: clock(below(24) * 60),
        horarioFechamento: clock(below(24) * 60),
        horarioFimAlmoco: DEFAULT_SETTINGS.horarioAlmoco,
        holidays: true,
        saturday: true,
        sunday: true,
      });
      if (scene.horarioAbertura === scene.horarioFechamento || !parseOwnHours(printOwnHours(own)).ok) continue;
      checked++;
      let sum = 0;
      const count = workingTimeCounter(scene);
      for (const { now, day, latest } of minutes) {
        if (now < start) continue;
        const open = covers(own, scene, day, latest) || covers(own, scene, addDays(day, -1), latest + 1_440);
        if (isOpeningTime(scene, new Date(now)) !== open)
          throw new Error(`seed ${String(seed)}, ${new Date(now).toISOString()}: ${String(open)} is expected for ${printOwnHours(own)}`);
        if (open) sum += MINUTE;
      }
      expect(count({ from: new Date(start), until: new Date(start + 5 * 24 * HOUR) })).toBe(sum);
    }
  });
});
