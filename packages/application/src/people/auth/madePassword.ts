import { randomBytes } from "node:crypto";

const LETTERS = "abcdefghijkmnpqrstuvwxyz";
const ALPHABETS = [LETTERS, LETTERS.toUpperCase(), "23456789", "-_.!"] as const;
const LENGTH = 20;

/** How many random bytes `toPassword` needs. */
export const PASSWORD_BYTES = 128;

/**
 * Converts random bytes into twenty easily readable characters, with some of every class that the
 * rules require. The same bytes give the same password.
 */
export function toPassword(bytes: Buffer): string {
  let at = 0;
  const below = (limit: number): number => {
    const value = bytes.readUInt16BE(at) % limit;
    at += 2;
    return value;
  };
  const one = (alphabet: string): string => alphabet.charAt(below(alphabet.length));
  const characters = [...ALPHABETS.map(one), ...Array.from({ length: LENGTH - ALPHABETS.length }, () => one(LETTERS))];
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? "", characters[last] ?? ""];
  }
  return characters.join("");
}

/** A new one-time password. */
export const makePassword = (): string => toPassword(randomBytes(PASSWORD_BYTES));
