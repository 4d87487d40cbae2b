import { newUuid, newWhatsAppMessageId, randomToken } from "./index.js";

describe("ids", () => {
  it("makes message ids of 3EB0 and 18 upper-case hex digits, all different", () => {
    const ids = Array.from({ length: 1_000 }, newWhatsAppMessageId);
    for (const id of ids) expect(id).toMatch(/^3EB0[0-9A-F]{18}$/);
    expect(new Set(ids).size).toBe(1_000);
  });

  it("makes URL-safe tokens of the requested length", () => {
    expect(randomToken(16)).toMatch(/^[\w-]{22}$/);
    expect(randomToken()).toMatch(/^[\w-]{43}$/);
    expect(randomToken()).not.toBe(randomToken());
    expect(() => randomToken(8)).toThrow(RangeError);
  });

  it("makes version 4 UUIDs", () => {
    expect(newUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
