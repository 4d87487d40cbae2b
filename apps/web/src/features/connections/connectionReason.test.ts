import type { Connection } from "../../lib/data/connections";
import { toReason } from "./connectionReason";

const OFF = "not received";
const whole = { id: 1, name: "Loja", api: "cloud_api", status: "CONNECTED", metaIntegration: true, statusReason: null, number: null };
const reasonOf = (changes: object): string | null => toReason({ ...whole, ...changes } as unknown as Connection, OFF);

describe("why a connection needs attention", () => {
  it("is that Meta's messages are dropped, before anything else [D-148]", () => {
    expect(reasonOf({ metaIntegration: false, statusReason: "quality" })).toBe(OFF);
    expect(reasonOf({ statusReason: "quality" })).toBe("quality");
    expect(reasonOf({})).toBeNull();
  });

  it("is no matter of other kinds, which have no such switch", () => {
    expect(reasonOf({ api: "meow", metaIntegration: false })).toBeNull();
  });
});
