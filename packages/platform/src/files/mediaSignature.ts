import { createHmac, timingSafeEqual } from "node:crypto";

const gridSeconds = 600;
const spareSeconds = 300;

export type MediaQuery = Readonly<{ e?: unknown; d?: unknown; s?: unknown }>;

/**
 * The address of a file for one session, valid for 5 to 15 minutes:
 * `/public/media/{id}?e=expiry&d=session&s=signature`. Expiries are on a 10-minute grid, so
 * that a browser can cache the file.
 */
export function signMediaPath(mediaKey: string, { id, sessionId, now }: Readonly<{ id: string; sessionId: string; now: Date }>): string {
  const expiry = Math.floor(now.getTime() / 1_000 / gridSeconds) * gridSeconds + gridSeconds + spareSeconds;
  const query = new URLSearchParams({ e: String(expiry), d: sessionId, s: sign(mediaKey, id, expiry, sessionId) });
  return `/public/media/${encodeURIComponent(id)}?${query.toString()}`;
}

/**
 * The session that the address was made for, when the signature is right and not expired; otherwise
 * undefined. The caller must still check that this session is active and may open the object.
 */
export function verifyMediaSignature(
  mediaKey: string,
  { id, query, now }: Readonly<{ id: string; query: MediaQuery; now: Date }>,
): string | undefined {
  const { e, d, s } = query;
  if (typeof e !== "string" || typeof d !== "string" || typeof s !== "string" || !/^\d{1,12}$/.test(e)) return undefined;
  const expiry = Number(e);
  const expected = Buffer.from(sign(mediaKey, id, expiry, d));
  const given = Buffer.from(s);
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  return isRight && now.getTime() < expiry * 1_000 ? d : undefined;
}

function sign(mediaKey: string, id: string, expiry: number, sessionId: string): string {
  return createHmac("sha256", mediaKey)
    .update(JSON.stringify([id, expiry, sessionId]))
    .digest("base64url");
}
