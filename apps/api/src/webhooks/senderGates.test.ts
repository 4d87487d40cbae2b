import { createManualClock } from "@balcao/platform/clock";
import { createSenderGates } from "./senderGates.js";

const GATEWAY = "10.0.0.2";
const HOUR_MS = 60 * 60_000;

describe("gates of large bodies", () => {
  it("keep places for addresses that sent a rightly signed body within the last hour [S-57]", async () => {
    const clock = createManualClock(0);
    const gates = createSenderGates(1, clock);
    // Somebody in the gateway's own network has filled its place.
    await gates.of(GATEWAY).enter();
    gates.prove(GATEWAY);
    const leave = await gates.of(GATEWAY).enter();
    leave();
    gates.prove("10.0.0.3");
    expect(gates.of("10.0.0.3")).toBe(gates.of(GATEWAY));
    clock.advance(HOUR_MS);
    gates.prove("10.0.0.3");
    expect(gates.of("10.0.0.3")).not.toBe(gates.of(GATEWAY));
  });

  it("remember a limited number of addresses, those that proved themselves last", () => {
    const gates = createSenderGates(1, createManualClock(0));
    gates.prove("first");
    gates.prove("second");
    for (let at = 0; at < 998; at += 1) gates.prove(`10.1.${at}`);
    gates.prove("first");
    gates.prove("last");
    const proven = gates.of("last");
    expect(["first", "second", "last"].map((address) => gates.of(address) === proven)).toEqual([true, false, true]);
  });
});
