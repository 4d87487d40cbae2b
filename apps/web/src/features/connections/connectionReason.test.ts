import type { Connection } from "../../lib/data/connections";
import { toReason } from "./connectionReason";

const OFF = "not received";
const whole = { id: 1, name: "Loja", api: "cloud_api", status: "CONNECTED", metaIntegration: true, statusReason: null, number: null };
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
