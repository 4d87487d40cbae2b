import type { Connection } from "../../lib/data/connections";
import i18next from "i18next";
import { toReason, toWhy, wayOutOf } from "./connectionReason";

const OFF = "not received";
const whole = {
  id: 1,
  name: "Loja",
  api: "cloud_api",
  status: "CONNECTED",
  metaIntegration: true,
  statusReason: null,
  statusReasonUntil: null,
  number: null,
};
const reasonOf = (changes: object): string | null => toReason({ ...whole, ...changes } as unknown as Connection, OFF);

describe("why a connection needs attention", () => {
  it("is first of all that Meta's messages are dropped [D-148]", () => {
    expect(reasonOf({ metaIntegration: false, statusReason: "quality" })).toBe(OFF);
    expect(reasonOf({ statusReason: "quality" })).toBe("quality");
    expect(reasonOf({})).toBeNull();
  });

  it("does not mention the Meta switch for other connectors", () => {
    expect(reasonOf({ api: "meow", metaIntegration: false })).toBeNull();
  });
});

describe("the sentence of a connection's state", () => {
  const stateOf = (changes: object): Connection => ({ ...whole, api: "meow", ...changes }) as unknown as Connection;
  beforeAll(() =>
    i18next.init({
      lng: "en",
      resources: {
        en: {
          connections: {
            reason: { temporaryBan: "Suspended.", streamEnded: "Interrupted ({{detail}})." },
            state: { TIMEOUT: "Nobody scanned." },
            does: { rests: "It waits.", restsUntil: "Again at {{time}}.", retries: "It tries again.", waits: "It waits for you." },
          },
        },
      },
    }),
  );

  it("is the reason, or the state's own, and what the product does about it [D-290]", () => {
    expect(toWhy(stateOf({ status: "DISCONNECTED", statusReason: "temporaryBan" }))).toBe("Suspended. It waits.");
    expect(toWhy(stateOf({ status: "DISCONNECTED", statusReason: "streamEnded: 503" }))).toBe("Interrupted (503). It tries again.");
    expect(toWhy(stateOf({ status: "TIMEOUT" }))).toBe("Nobody scanned. It waits for you.");
    expect(wayOutOf(stateOf({ status: "TIMEOUT" })).can).toEqual(["newQr", "disconnect"]);
  });

  it("says when a rest ends, while it lasts [D-291]", () => {
    const banned = (until: number) =>
      toWhy(stateOf({ status: "DISCONNECTED", statusReason: "temporaryBan", statusReasonUntil: new Date(until).toISOString() }));
    expect(banned(Date.now() + 60_000)).toMatch(/^Suspended\. Again at .*\d\d:\d\d/);
    expect(banned(Date.now() - 60_000)).toBe("Suspended. It waits.");
  });

  it("is none where a number works, and for people who see no reasons", () => {
    expect(toWhy(stateOf({ status: "CONNECTED" }))).toBeNull();
    expect(toWhy({ id: 1, name: "Loja", api: "meow", status: "DISCONNECTED" } as unknown as Connection)).toBeNull();
  });
});
