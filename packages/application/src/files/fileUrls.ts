import type { Clock } from "@balcao/platform/clock";
import { signMediaPath, verifyMediaSignature, type MediaQuery } from "@balcao/platform/files";
import type { House } from "../kernel/index.js";

/** Makes `House.fileUrl`: an address below the backend URL, signed for one session and short-lived (M-10, C-3). */
export function createFileUrl(mediaKey: string, clock: Clock): House["fileUrl"] {
  return (sessionId, fileId) => `/api${signMediaPath(mediaKey, { id: fileId, sessionId, now: clock.now() })}`;
}

/** The session that an address was made out to; null when it is not ours, was changed or has expired. */
export function sessionOfFileUrl(mediaKey: string, clock: Clock, fileId: string, query: MediaQuery): string | null {
  return verifyMediaSignature(mediaKey, { id: fileId, query, now: clock.now() }) ?? null;
}

const OWN_ADDRESS = /\/public\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?|$)/;

/** The file that one of our own addresses names; null for every other address (ARCHITECTURE 16). Whether it may be used is asked separately. */
export function fileIdOfUrl(url: string): string | null {
  return OWN_ADDRESS.exec(url)?.[1] ?? null;
}
