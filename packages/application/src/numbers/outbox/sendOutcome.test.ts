import type { SendOutcome } from "@balcao/domain/messages";
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

const OWN_ID = { chosenId: true, answerLimitMs: 25_000, doubtLimitMs: 60_000 };
const THEIR_ID = { ...OWN_ID, chosenId: false, answerLimitMs: 50_000 };

describe("the result of a hand-off", () => {
  it("is sent, with the provider's id, when the gateway says so", () => {
    expect(toResultRow(attempt(1), { state: "sent", externalId: "3EB0A", sentAt: null }, OWN_ID, now)).toMatchObject({
      state: "sent",
      externalId: "3EB0A",
    });
  });

  it("is repeated under the same id after an unknown outcome, where we chose the id", () => {
    expect(toResultRow(attempt(1), unknown, OWN_ID, now)).toMatchObject({
      state: "queued",
      delayMs: 1_000,
    });
  });

  it("stays unknown when a repeat is refused permanently or too often, because the earlier attempt may have been sent", () => {
    for (const [n, outcome] of [
      [2, refused(false)],
      [5, refused(true)],
    ] as const)
      expect(toResultRow({ ...attempt(n), doubted: true }, outcome, OWN_ID, now)).toMatchObject({
        state: "unknown",
        doubted: true,
      });
    expect(toResultRow(attempt(1), unknown, OWN_ID, now)).toMatchObject({ doubted: true });
    expect(toResultRow({ ...attempt(2), doubted: true }, refused(true), OWN_ID, now)).toMatchObject({
      state: "queued",
      doubted: true,
    });
  });

  it("is unknown at once where the gateway chooses the id, because a repeat could be a second message", () => {
    expect(toResultRow(attempt(1), unknown, THEIR_ID, now)).toMatchObject({ state: "unknown" });
  });

  it("is unknown after five attempts, and when another could end later than a minute after the first [P-13]", () => {
    expect(toResultRow(attempt(5), unknown, OWN_ID, now)).toMatchObject({ state: "unknown" });
    expect(toResultRow(attempt(2, 33 / 60), unknown, OWN_ID, now)).toMatchObject({ state: "queued" });
    expect(toResultRow(attempt(2, 35 / 60), unknown, OWN_ID, now)).toMatchObject({ state: "unknown" });
  });

  it("is retried later after a temporary refusal, no sooner than the gateway asks", () => {
    expect(toResultRow(attempt(3), refused(true), THEIR_ID, now)).toMatchObject({
      state: "queued",
      delayMs: 4_000,
    });
    expect(toResultRow(attempt(1), refused(true, 9_000), THEIR_ID, now)).toMatchObject({
      state: "queued",
      delayMs: 9_000,
    });
  });

  it("is failed with the reason after a permanent refusal, and after the last attempt", () => {
    expect(toResultRow(attempt(1), refused(false), OWN_ID, now)).toMatchObject({ state: "failed", error });
    expect(toResultRow(attempt(5), refused(true), OWN_ID, now)).toMatchObject({ state: "failed" });
  });

  it("waits while the gateway or the storage of files is away, after any number of attempts, and fails after a day", () => {
    for (const code of ["unreachable", "notConnected", "ERR_FILES_UNAVAILABLE"]) {
      const away: SendOutcome = { state: "refused", retry: true, retryAfterMs: null, error: { ...error, code } };
      expect(toResultRow(attempt(40, 16), away, OWN_ID, now)).toMatchObject({
        state: "queued",
        delayMs: 16_000,
      });
      expect(toResultRow(attempt(40, 24 * 60 + 1), away, OWN_ID, now)).toMatchObject({ state: "failed" });
    }
  });
});
