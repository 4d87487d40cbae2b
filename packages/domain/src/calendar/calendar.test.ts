import { DEFAULT_SETTINGS, type Settings } from "../settings/index.js";
import {
  addDays,
  dayBounds,
  DEFAULT_WORKING_HOURS,
  formatDate,
  formatDuration,
  formatTime,
  greetingAt,
  instantAt,
  isAutoCloseTime,
  isHoliday,
  isLocalDay,
  isOpeningTime,
  isWorkingTime,
  localTime,
  monthOf,
  periodBounds,
  workingTimeCounter,
  type WorkingHours,
} from "./index.js";

const ZONE = "America/Sao_Paulo";
const HOUR = 3_600_000;
const settings = (more: Partial<Settings> = {}): Settings => ({ ...DEFAULT_SETTINGS, ...more });
/** A time of São Paulo, which is UTC−3 all year since 2019. */
const at = (text: string): Date => new Date(`${text}-03:00`);

describe("zones", () => {
  it("shows the clock of a zone", () => {
    expect(localTime(new Date("2026-01-05T02:30:15Z"), ZONE)).toEqual({
      year: 2026,
      month: 1,
      day: 4,
      hour: 23,
      minute: 30,
      second: 15,
      weekday: 0,
    });
  });

  it("bounds whole days in the company's zone, both ends of a period included (D-033)", () => {
    expect(dayBounds("2026-01-05", ZONE)).toEqual({
      from: at("2026-01-05T00:00:00"),
      until: at("2026-01-06T00:00:00"),
    });
    expect(periodBounds("2026-01-05", "2026-01-31", ZONE).until).toEqual(at("2026-02-01T00:00:00"));
    expect(monthOf(new Date("2026-02-01T01:00:00Z"), ZONE)).toEqual({ first: "2026-01-01", last: "2026-01-31" });
    expect(monthOf(at("2024-02-10T00:00:00"), ZONE).last).toBe("2024-02-29");
  });

  it("begins a day after the gap when the clocks skip midnight", () => {
    expect(dayBounds("2018-11-04", ZONE).from.toISOString()).toBe("2018-11-04T03:00:00.000Z");
    expect(dayBounds("2018-11-03", ZONE).until.toISOString()).toBe("2018-11-04T03:00:00.000Z");
    expect(instantAt("2026-03-29", 150, "Europe/Lisbon").toISOString()).toBe("2026-03-29T01:30:00.000Z");
    expect(instantAt("2026-03-29", 90, "Europe/Lisbon").toISOString()).toBe("2026-03-29T01:00:00.000Z");
  });

  it("takes the first of two equal times when the clocks go back", () => {
    expect(instantAt("2026-10-25", 90, "Europe/Lisbon").toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(dayBounds("2019-02-17", ZONE).from.toISOString()).toBe("2019-02-17T03:00:00.000Z");
  });

  it("accepts only days that exist", () => {
    expect(isLocalDay("2024-02-29")).toBe(true);
    for (const wrong of ["2026-02-29", "2026-13-01", "26-01-01", "2026-1-1", ""]) expect(isLocalDay(wrong)).toBe(false);
    expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
  });
});

describe("holidays", () => {
  it.each([
    "2026-01-01",
    "2026-04-03",
    "2026-04-21",
    "2026-05-01",
    "2026-09-07",
    "2026-10-12",
    "2026-11-02",
    "2026-11-15",
    "2024-11-20",
    "2026-12-25",
    "2024-03-29",
  ])("has %s (D-012)", (day) => {
    expect(isHoliday(day)).toBe(true);
  });

  it.each(["2026-02-17", "2026-04-05", "2023-11-20", "2026-06-04", "2026-01-02"])("does not count %s (D-012)", (day) => {
    expect(isHoliday(day)).toBe(false);
  });

  it("can be extended and emptied (D-012)", () => {
    expect(isHoliday("2026-01-25", { national: true, extra: ["01-25"] })).toBe(true);
    expect(isHoliday("2026-06-04", { national: false, extra: ["2026-06-04"] })).toBe(true);
    expect(isHoliday("2026-12-25", { national: false, extra: [] })).toBe(false);
  });
});

describe("isWorkingTime", () => {
  const ana: WorkingHours = { ...DEFAULT_WORKING_HOURS, profile: "user" };

  it.each<[string, Partial<WorkingHours>, string, boolean]>([
    ["within the hours [TICKET-024]", {}, "2026-01-05T09:00:00", true],
    ["at the first minute [TICKET-024]", {}, "2026-01-05T08:00:00", true],
    ["at the last minute [TICKET-024]", {}, "2026-01-05T18:00:30", true],
    ["before the hours [TICKET-024]", {}, "2026-01-05T07:59:59", false],
    ["after the hours [TICKET-024]", {}, "2026-01-05T18:01:00", false],
    ["after the hours as gerente (D-010) [TICKET-024]", { profile: "gerente" }, "2026-01-05T18:01:00", false],
    ["after the hours as admin [TICKET-028]", { profile: "admin" }, "2026-01-05T18:01:00", true],
    ["on Saturday with saturday off [TICKET-025]", {}, "2026-01-10T09:00:00", false],
    ["on Saturday with saturday on [TICKET-025]", { saturday: true }, "2026-01-10T09:00:00", true],
    ["on Sunday with sunday off [TICKET-026]", {}, "2026-01-11T09:00:00", false],
    ["on Sunday with sunday on [TICKET-026]", { sunday: true }, "2026-01-11T09:00:00", true],
    ["on Monday with weekdays off [TICKET-027]", { weekdays: false }, "2026-01-05T09:00:00", false],
    ["on a holiday with holidays off (D-011)", {}, "2026-05-01T09:00:00", false],
    ["on a holiday with holidays on (D-011)", { holidays: true }, "2026-05-01T09:00:00", true],
    ["at night without hours (D-011)", { startTime: null, endTime: null }, "2026-01-05T03:00:00", true],
    ["on Saturday without hours (D-011)", { startTime: "", endTime: "" }, "2026-01-10T09:00:00", false],
    ["late in a shift over midnight (D-011)", { startTime: "22:00", endTime: "06:00" }, "2026-01-05T23:00:00", true],
    ["on Saturday morning of Friday's shift (D-011)", { startTime: "22:00", endTime: "06:00" }, "2026-01-10T05:00:00", true],
    ["on Monday morning of Sunday's shift (D-011)", { startTime: "22:00", endTime: "06:00" }, "2026-01-05T05:00:00", false],
    ["at noon between two night shifts (D-011)", { startTime: "22:00", endTime: "06:00" }, "2026-01-06T12:00:00", false],
  ])("judges %s", (_title, more, time, working) => {
    expect(isWorkingTime({ ...ana, ...more }, at(time), ZONE)).toBe(working);
  });

  it("uses the company's zone, not the machine's (D-247) [TICKET-024]", () => {
    const early = new Date("2026-01-05T11:30:00Z");
    expect(isWorkingTime(ana, early, ZONE)).toBe(true);
    expect(isWorkingTime(ana, early, "America/Manaus")).toBe(false);
  });
});

describe("isOpeningTime", () => {
  it.each<[string, Partial<Settings>, string, boolean]>([
    ["at opening", {}, "2026-01-05T08:00:00", true],
    ["at lunch", {}, "2026-01-05T12:30:00", true],
    ["at closing", {}, "2026-01-05T18:00:00", false],
    ["on Saturday", {}, "2026-01-10T09:00:00", false],
    ["on an enabled Saturday", { saturday: true }, "2026-01-10T09:00:00", true],
    ["on a holiday", {}, "2026-12-25T09:00:00", false],
    ["on an enabled holiday", { holidays: true }, "2026-12-25T09:00:00", true],
    ["at night with equal ends", { horarioAbertura: "00:00", horarioFechamento: "00:00" }, "2026-01-05T03:00:00", true],
    ["after midnight of a late company", { horarioAbertura: "18:00", horarioFechamento: "02:00" }, "2026-01-06T01:00:00", true],
  ])("judges %s (D-171)", (_title, more, time, open) => {
    expect(isOpeningTime(settings(more), at(time))).toBe(open);
  });
});

describe("isAutoCloseTime", () => {
  it.each<[string, Partial<Settings>, string, boolean]>([
    ["not on Saturday", {}, "2026-01-10T12:00:00", false],
    ["on an enabled Saturday", { saturday: true }, "2026-01-10T03:00:00", true],
    ["not on Sunday", {}, "2026-01-11T12:00:00", false],
    ["not on Monday before ten", {}, "2026-01-05T09:59:59", false],
    ["on Monday from ten", {}, "2026-01-05T10:00:00", true],
    ["on Friday before seven in the evening", {}, "2026-01-09T18:59:59", true],
    ["not on Friday from seven in the evening", {}, "2026-01-09T19:00:00", false],
    ["at any hour of a Tuesday (D-177)", {}, "2026-01-06T03:00:00", true],
    ["not on a holiday (D-177)", {}, "2026-09-07T12:00:00", false],
    ["not on a weekday that is off (D-177)", { weekdays: false }, "2026-01-06T12:00:00", false],
  ])("closes idle tickets %s", (_title, more, time, closes) => {
    expect(isAutoCloseTime(settings(more), at(time))).toBe(closes);
  });
});

describe("working time", () => {
  it.each<[string, Partial<Settings>, string, string, number]>([
    ["within a morning", {}, "2026-01-05T09:00:00", "2026-01-05T11:00:00", 2],
    ["without lunch", {}, "2026-01-05T11:00:00", "2026-01-05T14:00:00", 2],
    ["from evening to morning", {}, "2026-01-05T17:00:00", "2026-01-06T09:00:00", 2],
    ["over a weekend", {}, "2026-01-09T17:00:00", "2026-01-12T09:00:00", 2],
    ["over an enabled Saturday", { saturday: true }, "2026-01-09T17:00:00", "2026-01-12T09:00:00", 11],
    ["over a holiday, which counts", {}, "2026-04-30T17:00:00", "2026-05-01T09:00:00", 2],
    ["on weekdays that are off, which count", { weekdays: false }, "2026-01-05T09:00:00", "2026-01-05T10:00:00", 1],
    [
      "with an inverted lunch, which is ignored",
      { horarioAlmoco: "13:00", horarioFimAlmoco: "12:00" },
      "2026-01-05T11:00:00",
      "2026-01-05T14:00:00",
      3,
    ],
    ["with equal ends of lunch, which are ignored", { horarioFimAlmoco: "12:00" }, "2026-01-05T11:00:00", "2026-01-05T14:00:00", 3],
    ["outside the hours", {}, "2026-01-05T19:00:00", "2026-01-05T22:00:00", 0],
    ["in the wrong order", {}, "2026-01-05T11:00:00", "2026-01-05T09:00:00", 0],
    ["through a whole week", {}, "2026-01-05T00:00:00", "2026-01-12T00:00:00", 45],
  ])("counts hours %s (D-107)", (_title, more, from, until, hours) => {
    expect(workingTimeCounter(settings(more))({ from: at(from), until: at(until) })).toBe(hours * HOUR);
  });

  it("prints hours above 23 (D-107)", () => {
    expect(formatDuration(0)).toBe("00:00:00");
    expect(formatDuration(45 * HOUR + 61_000)).toBe("45:01:01");
  });
});

describe("wording", () => {
  it.each([
    ["04:59", "Boa noite"],
    ["05:00", "Bom dia"],
    ["11:59", "Bom dia"],
    ["12:00", "Boa tarde"],
    ["17:59", "Boa tarde"],
    ["18:00", "Boa noite"],
  ])("greets at %s with %s (D-064) [NOTIF-002]", (time, greeting) => {
    expect(greetingAt(at(`2026-01-05T${time}:00`), ZONE)).toBe(greeting);
  });

  it("writes dates and times of the zone [INBOX-018, NOTIF-005]", () => {
    expect(formatDate(at("2026-01-05T23:30:00"), ZONE)).toBe("05/01/2026");
    expect(formatTime(at("2026-01-05T09:05:00"), ZONE)).toBe("09:05");
  });
});
