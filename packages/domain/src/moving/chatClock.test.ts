import { instantAt } from "../calendar/index.js";
import { createChatClock, withInstant, type ChatPeriod } from "./index.js";

const NOW = new Date("2026-11-30T12:00:00Z");

describe("the clock of an exported chat", () => {
  it.each(["2018-02-17", "2018-02-18", "2018-11-03", "2018-11-04", "2024-01-31"])(
    "is that of the phone in every minute of %s, also where the clocks change",
    (day) => {
      const timeOf = createChatClock("America/Sao_Paulo", NOW);
      const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute);
      expect(minutes.map((at) => timeOf({ day, minutes: at, seconds: 30 })?.getTime())).toEqual(
        minutes.map((at) => instantAt(day, at, "America/Sao_Paulo").getTime() + 30_000),
      );
    },
  );

  it("knows no time before there were conversations, or in the future", () => {
    const timeOf = createChatClock("America/Sao_Paulo", NOW);
    for (const day of ["1900-01-01", "2008-12-31", "2026-12-02", "2050-01-01"]) expect(timeOf({ day, minutes: 0, seconds: 0 })).toBeNull();
  });

  it("finds the first and the last time in any order", () => {
    const [one, two, three] = [1, 2, 3].map((day) => new Date(Date.UTC(2024, 0, day)));
    const period = [two, null, three, one, two, null].reduce<ChatPeriod>((before, at) => withInstant(before, at ?? null), [null, null]);
    expect(period).toEqual([one, three]);
  });
});
