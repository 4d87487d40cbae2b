import { errorCode, isError } from "./errors.js";

/** Why a store cannot work: it is unreachable, too busy for this call, or its disk is full. */
export type StoreTrouble = "away" | "busy" | "full";

/** System errors and SQLSTATEs in the drivers' form. */
const TROUBLES: Readonly<Record<StoreTrouble, readonly string[]>> = {
  away: [
    ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EPIPE", "EHOSTUNREACH", "ENETUNREACH"],
    // Connection exceptions; shutdown, crash and start of the server; too many connections; a
    // standby; a broken disk.
    ...["08000", "08001", "08003", "08004", "08006", "57P01", "57P02", "57P03", "53300", "25006", "58030"],
  ],
  // Lock not available, statement timeout, deadlock, serialization failure, idle in transaction,
  // out of memory.
  busy: ["55P03", "57014", "40P01", "40001", "25P03", "53200"],
  full: ["53100", "ENOSPC", "EDQUOT"],
};

const BY_CODE: ReadonlyMap<string, StoreTrouble> = new Map(
  (["away", "busy", "full"] as const).flatMap((trouble) => TROUBLES[trouble].map((code) => [code, trouble] as const)),
);
const AWAY_NAME = /^Sequelize(?:Connection(?!AcquireTimeout)\w*|HostNotFound|HostNotReachable)Error$/;
const AWAY_WORDS = /Connection terminated|the database system is/;
/** Messages of the pools: every connection is in use, or none could be opened in time. */
const BUSY_WORDS = /timeout exceeded when trying to connect|ConnectionAcquireTimeoutError|Query read timeout/;

/** Why PostgreSQL or a disk could not work, from a driver's error; null for every other error. */
export function storeTroubleOf(error: unknown): StoreTrouble | null {
  if (!isError(error)) return null;
  const known = BY_CODE.get(errorCode(error) ?? "");
  if (known) return known;
  if (BUSY_WORDS.test(error.message) || BUSY_WORDS.test(error.name)) return "busy";
  const { parent } = error as { readonly parent?: unknown };
  const inner = storeTroubleOf(parent);
  if (inner) return inner;
  return AWAY_NAME.test(error.name) || AWAY_WORDS.test(error.message) ? "away" : null;
}
