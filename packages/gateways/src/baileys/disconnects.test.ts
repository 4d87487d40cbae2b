import { readSessionReason } from "@balcao/domain/connections";
import { closingOf, PASSKEY } from "./disconnects.js";

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
    [406, "forget", "LOGGEDOUT"],
    [401, "forget", "LOGGEDOUT"],
    [403, "forget", "LOGGEDOUT"],
    [411, "rest", "DISCONNECTED"],
    [undefined, "retry", "DISCONNECTED"],
  ] as const)("takes %s for %s and shows %s [CONN-022]", (code, act, status) => {
    expect(closingOf(code, "", 1)).toMatchObject({ act, status });
  });

  it("distinguishes codes that nobody used from a connection that was lost [CONN-022]", () => {
    expect(closingOf(408, "QR refs attempts ended", 1)).toMatchObject({ act: "idle", status: "TIMEOUT" });
  });

  it("distinguishes an account that needs a passkey from a socket that was abandoned [D-292]", () => {
    expect(closingOf(undefined, PASSKEY, 1)).toMatchObject({ act: "idle", status: "TIMEOUT", reason: "passkeyNeeded" });
  });

  it("deletes keys for the three codes alone that end a pairing, however often it tried, and pauses after an unknown refusal", () => {
    const codes = Array.from({ length: 500 }, (_, place) => 100 + place);
    expect(codes.filter((code) => closingOf(code, "", 1_000).act === "forget")).toEqual([401, 403, 406]);
    expect(closingOf(500, "", 1_000)).toMatchObject({ act: "retry", reason: "sessionRefused" });
    expect(closingOf(418, "", 3)).toMatchObject({ act: "rest", reason: "connectionRefused: 418" });
  });

  it("waits longer each time while another program uses the session", () => {
    expect(closingOf(440, "", 1).restMs).toBe(20_000);
    expect(closingOf(440, "", 4).restMs).toBe(300_000);
  });

  it("has a reason for every end that an administrator must act on", () => {
    for (const code of [401, 402, 403, 405, 406, 408, 411, 428, 440, 500, 503, 599])
      expect(readSessionReason(closingOf(code, "", 1).reason ?? "")).not.toBeNull();
  });
});
