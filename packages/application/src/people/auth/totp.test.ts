import { addressOf, matchingStep, newSecret } from "./totp.js";

/** "12345678901234567890" of RFC 6238, appendix B, in base 32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number): Date => new Date(seconds * 1_000);

describe("codes of an app", () => {
  // The last six of the eight digits that RFC 6238 prints for SHA-1.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
  ])("are those of RFC 6238 at %i s [D-520]", (seconds, code) => {
    expect(matchingStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it("count one step early and one late, as the step that they are of, and no further [D-520]", () => {
    const step = Math.floor(1_234_567_890 / 30);
    for (const [late, found] of [
      [-60, null],
      [-30, step],
      [30, step],
      [60, null],
    ] as const)
      expect(matchingStep(SECRET, "005924", at(1_234_567_890 + late))).toBe(found);
  });

  it("are made of a secret of 160 bits, whose address names the company and the person", () => {
    const secret = newSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(secret);
    const address = new URL(addressOf(secret, "Padaria & Cia", "ana@example.com"));
    expect([address.protocol, address.searchParams.get("secret"), address.searchParams.get("issuer")]).toEqual([
      "otpauth:",
      secret,
      "Padaria & Cia",
    ]);
  });
});
