import { createDecipheriv, hkdfSync, type ECDH } from "node:crypto";

const KEY_BYTES = 65;
const TAG_BYTES = 16;
/** RFC 8188: salt 16, record size 4, length of the key id 1. */
const HEADER_BYTES = 21;
/** The delimiter of the last record. */
const LAST_RECORD = 2;

/**
 * Decrypts a message of RFC 8291 (aes128gcm of RFC 8188 with the key id as the sender's public key)
 * with the keys of the browser; throws on anything that the two documents do not allow.
 */
export function decryptPush(body: Buffer, browser: ECDH, authSecret: Buffer): string {
  const idLength = body[HEADER_BYTES - 1];
  if (body.length < HEADER_BYTES + KEY_BYTES + TAG_BYTES || idLength !== KEY_BYTES) throw new Error("The header is not that of RFC 8188.");
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + KEY_BYTES);
  const record = body.subarray(HEADER_BYTES + KEY_BYTES);
  if (recordSize < 18 || record.length > recordSize) throw new Error("A push has one record.");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), senderKey]);
  const input = Buffer.from(hkdfSync("sha256", browser.computeSecret(senderKey), authSecret, info, 32));
  const key = Buffer.from(hkdfSync("sha256", input, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", input, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== LAST_RECORD) throw new Error("The record does not end as the last one.");
  return padded.subarray(0, end).toString("utf8");
}
