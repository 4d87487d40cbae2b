import { createManualClock } from "@balcao/platform/clock";
import { createSenderGates } from "./senderGates.js";

const GATEWAY = "10.0.0.2";
const HOUR_MS = 60 * 60_000;

describe("gates of large bodies", () => {
  it("keep places for addresses that sent a rightly signed body within the last hour [S-57]", async () => {
    const clock = createManualClock(0);
    const gates = createSenderGates(1, clock);
    await gates.of("203.0.113.7").enter();
    gates.prove(GATEWAY);
    const leave = await gates.of(GATEWAY).enter();
    leave();
    expect(gates.of("203.0.113.8")).toBe(gates.of("203.0.113.7"));
    expect(gates.of(GATEWAY)).not.toBe(gates.of("203.0.113.7"));
    clock.advance(HOUR_MS);
    expect(gates.of(GATEWAY)).toBe(gates.of("203.0.113.7"));
  });

  it("remember a limited number of addresses, those that proved themselves last", () => {
    const gates = createSenderGates(1, createManualClock(0));
    gates.prove("first");
    gates.prove("second");
    for (let at = 0; at < 998; at += 1) gates.prove(`10.1.${at}`);
    gates.prove("first");
    gates.prove("last");
    const strangers = gates.of("stranger");
    expect(["first", "second", "last"].map((address) => gates.of(address) === strangers)).toEqual([false, true, false]);
  });
});
