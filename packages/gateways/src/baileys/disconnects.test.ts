import { closingOf } from "./disconnects.js";

describe("closingOf", () => {
  it.each([
    [515, "restart", "PAIRING"],
    [408, "retry", "DISCONNECTED"],
    [428, "retry", "DISCONNECTED"],
    [503, "retry", "DISCONNECTED"],
    [500, "retry", "DISCONNECTED"],
    [409, "retry", "DISCONNECTED"],
    [463, "retry", "DISCONNECTED"],
    [440, "rest", "DISCONNECTED"],
    [405, "rest", "DISCONNECTED"],
    [402, "rest", "DISCONNECTED"],
    [406, "rest", "DISCONNECTED"],
    [401, "forget", "LOGGEDOUT"],
    [403, "forget", "LOGGEDOUT"],
    [411, "forget", "LOGGEDOUT"],
    [undefined, "retry", "DISCONNECTED"],
  ] as const)("takes %s for %s and shows %s [CONN-022]", (code, act, status) => {
    expect(closingOf(code, "", 1)).toMatchObject({ act, status });
  });

  it("tells codes that nobody used from a connection that was lost [CONN-022]", () => {
    expect(closingOf(408, "QR refs attempts ended", 1)).toMatchObject({ act: "idle", status: "TIMEOUT" });
  });

  it("gives a broken session up after three tries, and leaves an unknown refusal alone", () => {
    expect(closingOf(500, "", 2).act).toBe("retry");
    expect(closingOf(500, "", 3)).toMatchObject({ act: "forget", status: "LOGGEDOUT" });
    expect(closingOf(418, "", 3)).toMatchObject({ act: "rest", reason: expect.stringContaining("418") });
  });

  it("does not fight with whoever else uses the session", () => {
    expect(closingOf(440, "", 1).restMs).toBe(20_000);
    expect(closingOf(440, "", 4).restMs).toBe(300_000);
  });

  it("has a sentence for everything that an administrator has to know", () => {
    for (const code of [401, 402, 403, 405, 406, 408, 411, 428, 440, 500, 503, 599]) expect(closingOf(code, "", 1).reason).toMatch(/\.$/);
  });
});
