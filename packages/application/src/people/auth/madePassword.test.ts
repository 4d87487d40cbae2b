import { passwordFaults } from "@balcao/domain/users";
import { makePassword } from "./madePassword.js";

describe("a one-time password", () => {
  it("is five words and a number that can be dictated, keeps the rules, and is never the same [D-424]", () => {
    const made = Array.from({ length: 500 }, makePassword);
    for (const password of made) {
      expect(password).toMatch(/^[A-Z][a-z]{2,8}(?:-[a-z]{3,9}){4}-[1-9][0-9]$/);
      expect([password, passwordFaults(password)]).toEqual([password, []]);
    }
    expect(new Set(made).size).toBe(made.length);
    // Of 2,500 draws from 2,048 words some 1,440 differ.
    expect(new Set(made.flatMap((password) => password.toLowerCase().split("-").slice(0, 5))).size).toBeGreaterThan(1_200);
  });
});
