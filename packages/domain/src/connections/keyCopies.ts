import type { SessionStatus } from "./connectorApi.js";
import type { SessionReason } from "./sessionReasons.js";

/** Days for which deleted keys of a session can be restored [D-313]. */
export const KEY_COPY_DAYS = 30;

/** Why keys were deleted, where it was no reason of the network's: a person, another copy, or a secret that was lost. */
export const KEY_COPY_CAUSES = ["disconnected", "replaced", "secretLost"] as const;
export type KeyCopyReason = (typeof KEY_COPY_CAUSES)[number] | SessionReason;

/** The states in which no linked session runs, so that its keys may be replaced. */
export const UNLINKED_STATUSES: readonly SessionStatus[] = ["qrcode", "DISCONNECTED", "TIMEOUT", "LOGGEDOUT"];
