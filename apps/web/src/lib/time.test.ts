import { daysAgo, setCompanyZone, toClock, toDate, toDateAndClock, toDayKey, toListTime, toTimeAgo } from "./time";

/** 22:30 of 20 November in São Paulo. */
const LATE = "2026-11-21T01:30:00.000Z";
const NOON = "2026-11-21T15:00:00.000Z";

describe("displayed times", () => {
  it("use the company's zone, not the machine's", () => {
    expect([toClock(LATE), toDate(LATE), toDayKey(LATE)]).toEqual(["22:30", "20/11/2026", "2026-11-20"]);
    setCompanyZone("Europe/Lisbon");
    expect(toClock(LATE)).toBe("01:30");
    setCompanyZone("Nowhere/Never");
    expect(toClock(LATE)).toBe("01:30");
    setCompanyZone("America/Sao_Paulo");
  });

  it("belong to the day of their own quarter of an hour in every zone, and of a zone that is set later", () => {
    const instants = Array.from({ length: 200 }, (_, at) => new Date(Date.UTC(2026, 9, 17) + at * 7 * 60_000 + 13));
    for (const zone of ["Asia/Kathmandu", "Australia/Lord_Howe", "America/Sao_Paulo"]) {
      setCompanyZone(zone);
      const days = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
      expect(instants.map((instant) => toDayKey(instant))).toEqual(instants.map((instant) => days.format(instant)));
    }
  });

  it("in lists are HH:mm today and dd/MM/yyyy otherwise [SHELL-041]", () => {
    expect(toListTime("2026-11-21T12:05:00.000Z", NOON)).toBe("09:05");
    expect(toListTime(LATE, NOON)).toBe("20/11/2026");
  });

  it("of connections are dd/MM/yy HH:mm [CONN-001]", () => {
    expect(toDateAndClock(LATE)).toBe("20/11/26 22:30");
  });

  it("count calendar days and whole units", () => {
    expect([daysAgo(NOON, NOON), daysAgo(LATE, NOON)]).toEqual([0, 1]);
    expect(toTimeAgo("2026-11-21T14:46:00.000Z", "pt", NOON)).toContain("14 min");
    expect(["pt", "en", "es"].map((language) => toTimeAgo("2026-11-21T14:59:01.000Z", language, NOON))).toEqual(["agora", "now", "ahora"]);
  });
});
