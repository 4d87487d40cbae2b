import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * A browser that has signed in before, as stored in its cookie: a random id and one proof per
 * account.
 */
interface Device {
  readonly id: string;
  readonly proofs: readonly string[];
}

const SHAPE = /^([A-Za-z0-9_-]{22})((?:\.[A-Za-z0-9_-]{22}){1,8})$/;
/** Accounts per browser; the oldest proof is dropped first. */
const MOST_ACCOUNTS = 8;
const BYTES = 16;

/**
 * Returns the browser's id when its cookie proves an earlier sign-in to this account, else null.
 * Such a device has its own limit, so that wrong passwords of strangers never block it [S-06].
 */
export function knownDeviceOf(key: string, cookie: string | undefined, email: string): string | null {
  const device = parse(cookie);
  if (!device) return null;
  const wanted = proofOf(key, device.id, email);
  return device.proofs.some((proof) => isSame(proof, wanted)) ? device.id : null;
}

/**
 * Returns the cookie's new value after a sign-in: the same id, with a proof for this account in
 * front.
 */
export function rememberDevice(key: string, cookie: string | undefined, email: string): string {
  const { id, proofs } = parse(cookie) ?? { id: randomBytes(BYTES).toString("base64url"), proofs: [] };
  const proof = proofOf(key, id, email);
  return [id, proof, ...proofs.filter((other) => other !== proof)].slice(0, MOST_ACCOUNTS + 1).join(".");
}

function parse(cookie: string | undefined): Device | null {
  const [, id, proofs] = SHAPE.exec(cookie ?? "") ?? [];
  return id === undefined || proofs === undefined ? null : { id, proofs: proofs.slice(1).split(".") };
}

// The key also derives refresh tokens; the prefix "device" separates the two uses.
function proofOf(key: string, deviceId: string, email: string): string {
  return createHmac("sha256", key).update(`device ${deviceId} ${email}`).digest().subarray(0, BYTES).toString("base64url");
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
