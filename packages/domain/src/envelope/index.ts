import { gcm } from "@noble/ciphers/aes.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * The fields that are sent sealed. The name is authenticated too, so one field cannot replace
 * another (D-001, S-17).
 */
export const SEALED_FIELDS = ["email", "password", "currentPassword"] as const;
export type SealedField = (typeof SEALED_FIELDS)[number];

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Longer envelopes are refused before they are decoded. */
const LONGEST_ENVELOPE = 4_000;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Seals one field: base64(iv 12 | ciphertext | tag 16), AES-256-GCM, key = SHA-256 of the configured
 * secret (AUTH-010, AUTH-012). It keeps values out of logs and proxies only, because the
 * browser holds the secret, and works without a secure context.
 */
export function sealField(secret: string, field: SealedField, text: string, randomBytes: (length: number) => Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const sealed = gcm(keyOf(secret), iv, utf8(field)).encrypt(utf8(text));
  const envelope = new Uint8Array(IV_BYTES + sealed.length);
  envelope.set(iv);
  envelope.set(sealed, IV_BYTES);
  return btoa(Array.from(envelope, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Opens a sealed field. Null when it was made with another secret, was changed, or was sealed for
 * another field (AUTH-011).
 */
export function openField(secret: string, field: SealedField, envelope: string): string | null {
  if (envelope.length > LONGEST_ENVELOPE || !BASE64.test(envelope)) return null;
  const bytes = Uint8Array.from(atob(envelope), (char) => char.charCodeAt(0));
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  try {
    const plain = gcm(keyOf(secret), bytes.subarray(0, IV_BYTES), utf8(field)).decrypt(bytes.subarray(IV_BYTES));
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

function keyOf(secret: string): Uint8Array {
  return sha256(utf8(secret));
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
