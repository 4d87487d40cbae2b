import type { SendOutcome } from "@balcao/domain/messaging";
import { toResultRow } from "./sendOutcome.js";

const now = new Date("2026-11-20T12:00:00Z");
const error = { code: 500, title: "", message: "", details: "" };
const attempt = (n: number, startedMinutesAgo = 0) => ({
  id: "row",
  attempt: n,
  doubted: false,
  firstHandedAt: new Date(now.getTime() - startedMinutesAgo * 60_000),
});
const unknown: SendOutcome = { state: "unknown", error };
const refused = (retry: boolean, retryAfterMs: number | null = null): SendOutcome => ({
  state: "refused",
  retry,
  retryAfterMs,
  error,
});

describe("what becomes of a hand-off", () => {
  it("is sent, with the provider's id, when the gateway says so", () => {
    expect(toResultRow(attempt(1), { state: "sent", externalId: "3EB0A", sentAt: null }, { chosenId: true }, now)).toMatchObject({
      state: "sent",
      externalId: "3EB0A",
    });
  });

  it("is repeated under the same id after a doubt, where we chose the id", () => {
    expect(toResultRow(attempt(1), unknown, { chosenId: true }, now)).toMatchObject({
      state: "queued",
      delayMs: 1_000,
    });
  });

  it("stays a doubt when a repeat is refused for good or too often: the try before may have gone out", () => {
    for (const [n, outcome] of [
      [2, refused(false)],
      [5, refused(true)],
    ] as const)
      expect(toResultRow({ ...attempt(n), doubted: true }, outcome, { chosenId: true }, now)).toMatchObject({
        state: "unknown",
        doubted: true,
      });
    expect(toResultRow(attempt(1), unknown, { chosenId: true }, now)).toMatchObject({ doubted: true });
    expect(toResultRow({ ...attempt(2), doubted: true }, refused(true), { chosenId: true }, now)).toMatchObject({
      state: "queued",
      doubted: true,
    });
  });

  it("stays a doubt at once where the gateway chooses the id: a repeat could be a second message", () => {
    expect(toResultRow(attempt(1), unknown, { chosenId: false }, now)).toMatchObject({ state: "unknown" });
  });

  it("is a doubt after five tries or a quarter of an hour", () => {
    expect(toResultRow(attempt(5), unknown, { chosenId: true }, now)).toMatchObject({ state: "unknown" });
    expect(toResultRow(attempt(2, 16), unknown, { chosenId: true }, now)).toMatchObject({ state: "unknown" });
  });

  it("is tried again later after a certain refusal that may pass, no sooner than the gateway asks", () => {
    expect(toResultRow(attempt(3), refused(true), { chosenId: false }, now)).toMatchObject({
      state: "queued",
      delayMs: 4_000,
    });
    expect(toResultRow(attempt(1), refused(true, 9_000), { chosenId: false }, now)).toMatchObject({
      state: "queued",
      delayMs: 9_000,
    });
  });

  it("fails with the reason after a refusal that will not pass, and after the last try", () => {
    expect(toResultRow(attempt(1), refused(false), { chosenId: true }, now)).toMatchObject({ state: "failed", error });
    expect(toResultRow(attempt(5), refused(true), { chosenId: true }, now)).toMatchObject({ state: "failed" });
  });

  it("waits while the gateway is away, however often it was tried, and fails after a day", () => {
    for (const code of ["unreachable", "notConnected"]) {
      const away: SendOutcome = { state: "refused", retry: true, retryAfterMs: null, error: { ...error, code } };
      expect(toResultRow(attempt(40, 16), away, { chosenId: true }, now)).toMatchObject({
        state: "queued",
        delayMs: 16_000,
      });
      expect(toResultRow(attempt(40, 24 * 60 + 1), away, { chosenId: true }, now)).toMatchObject({ state: "failed" });
    }
  });
});
