import { randomBytes, randomUUID } from "node:crypto";

/** A random token of `bytes` bytes as base64url without padding. At least 16 bytes. */
export function randomToken(bytes = 32): string {
  if (!Number.isInteger(bytes) || bytes < 16) throw new RangeError("A token needs at least 16 random bytes.");
  return randomBytes(bytes).toString("base64url");
}

/** A random UUID (version 4). */
export function newUuid(): string {
  return randomUUID();
}

/**
 * A message id that we choose before sending, in the form of the official clients: 3EB0 and 18
 * upper-case hex digits.
 */
export function newWhatsAppMessageId(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}
