import { createHash, randomBytes } from "node:crypto";

/** The digits of a number that a person typed. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** The LID of a phone; always the same for the same phone. */
export function lidOf(phone: string): string {
  const digest = createHash("sha256").update(`lid ${phone}`).digest();
  return `${100_000_000_000_000n + (digest.readBigUInt64BE() % 100_000_000_000_000n)}@lid`;
}

/** A message id in WhatsApp's style: `3EB0` and 18 upper-case hexadecimal digits. */
export function newMessageId(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}

/** The other form of a Brazilian mobile number (with or without the ninth digit), or null. */
export function otherBrazilianForm(phone: string): string | null {
  if (/^55\d{2}9\d{8}$/.test(phone)) return phone.slice(0, 4) + phone.slice(5);
  if (/^55\d{10}$/.test(phone)) return `${phone.slice(0, 4)}9${phone.slice(4)}`;
  return null;
}

/** `5511900000001` as `+55 11 90000-0001`; other countries as `+digits`. */
export function prettyNumber(phone: string): string {
  const found = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(phone);
  return found === null ? `+${phone}` : `+55 ${found[1]} ${found[2]}-${found[3]}`;
}
