import { toPartWords } from "./partWords";

describe("the words of a working time", () => {
  it("name the weekday once per part, and again where a part ends on another day [DASH-022]", () => {
    const counted = [
      { from: "2026-03-02T20:40:00Z", until: "2026-03-02T21:00:00Z" },
      { from: "2026-03-03T11:00:00Z", until: "2026-03-03T11:12:00Z" },
    ];
    expect(toPartWords(counted, "pt")).toBe("seg 17:40–18:00, ter 08:00–08:12");
    expect(toPartWords([{ from: "2026-03-02T21:00:00Z", until: "2026-03-03T11:00:00Z" }], "en")).toBe("Mon 18:00–Tue 08:00");
  });
});
