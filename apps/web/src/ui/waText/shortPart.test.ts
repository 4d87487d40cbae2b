import { shortPart } from "./shortPart";

describe("shortPart", () => {
  it("shows texts of usual length whole", () => {
    expect(shortPart("oi")).toBeNull();
    expect(shortPart("palavra ".repeat(170))).toBeNull();
  });

  it("cuts a very long text between words", () => {
    const short = shortPart("palavra ".repeat(500)) ?? "";
    expect(short.length).toBeLessThanOrEqual(1_200);
    expect(short.length).toBeGreaterThan(1_100);
    expect(short).toMatch(/palavra$/);
  });

  it("cuts a text of many lines", () => {
    expect(shortPart("a\n".repeat(100))?.split("\n").length).toBe(24);
  });

  it("cuts a text without spaces", () => {
    expect(shortPart("x".repeat(30_000))?.length).toBeGreaterThan(1_100);
  });
});
