import { randomInt } from "node:crypto";
import { wordlist } from "@scure/bip39/wordlists/portuguese.js";

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

const WORDS = 5;

/**
 * A new one-time password that can be dictated: five Portuguese words without accents and a number, as in
 * "Tigela-pomar-cedo-violino-rede-47". It has 61 bits of chance, and ends after 72 hours [D-424].
 */
export function makePassword(): string {
  const words = Array.from({ length: WORDS }, () => wordlist[randomInt(wordlist.length)] ?? "").join("-");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}-${randomInt(10, 100)}`;
}
