import type { Clock } from "@balcao/platform/clock";
import { signMediaPath, verifyMediaSignature, type MediaQuery } from "@balcao/platform/files";
import type { Services } from "../../ground/kernel/index.js";

/**
 * Creates `Services.fileUrl`: a short-lived path below the backend URL, signed for one session
 * [C-3].
 */
export function createFileUrl(mediaKey: string, clock: Clock): Services["fileUrl"] {
  return (sessionId, fileId) => `/api${signMediaPath(mediaKey, { id: fileId, sessionId, now: clock.now() })}`;
}

/**
 * Returns the session that a signed address was issued to; null when it is invalid or has expired.
 */
export function sessionOfFileUrl(mediaKey: string, clock: Clock, fileId: string, query: MediaQuery): string | null {
  return verifyMediaSignature(mediaKey, { id: fileId, query, now: clock.now() }) ?? null;
}

const OWN_ADDRESS = /\/public\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?|$)/;

/**
 * Returns the file id in one of our own addresses; null for any other address (ADR 30). It
 * does not check access.
 */
export function fileIdOfUrl(url: string): string | null {
  return OWN_ADDRESS.exec(url)?.[1] ?? null;
}
