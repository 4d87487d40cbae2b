import { types } from "node:util";

const UNKNOWN_SIGNER = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
];

/** `at` is the server as people know it. */
const CERTIFICATES = new Map<string | undefined, (at: string) => string>([
  ["CERT_HAS_EXPIRED", (at) => `The certificate of ${at} has expired: renew it there. Where it is valid, set the clock of this machine.`],
  ["CERT_NOT_YET_VALID", (at) => `The certificate of ${at} is not valid yet: set the clock of this machine, or wait until it is.`],
  ["ERR_TLS_CERT_ALTNAME_INVALID", (at) => `The certificate of ${at} is for another name: use the name that is in it.`],
  ...UNKNOWN_SIGNER.map((code): [string, (at: string) => string] => [
    code,
    (at) => `The certificate of ${at} is signed by nobody whom this machine knows: name the signer's certificate in NODE_EXTRA_CA_CERTS.`,
  ]),
]);
const NAMES = new Map<string | undefined, (at: string) => string>([
  ["ENOTFOUND", (at) => `The name of ${at} cannot be found: check its spelling and the DNS of this machine.`],
  ["EAI_AGAIN", (at) => `The DNS of this machine does not answer for ${at}.`],
]);

/** What to do about a refused certificate of the server that `variable` names, by the code of the error; null for other codes. */
export const certificateSentence = (code: string | undefined, variable: string): string | null =>
  CERTIFICATES.get(code)?.(`the server at ${variable}`) ?? null;

/** What the way to the server of `variable` needs, where the code of an error says it: a name, DNS, a certificate; else null. */
export const connectionSentence = (code: string | undefined, variable: string): string | null =>
  certificateSentence(code, variable) ?? NAMES.get(code)?.(`the server at ${variable}`) ?? null;

/**
 * True for every error object, also for one of another realm (a worker, a vm), for which
 * `instanceof` is false.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/**
 * The `code` of a system, network or database error (ENOENT, ECONNREFUSED, 23505); undefined when
 * there is none.
 */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** A fault of the installation that a person can repair: the message is a sentence that says how. */
export class RepairableError extends Error {
  /** EX_CONFIG of sysexits: a supervisor need not restart the process. */
  readonly exitCode = 78;
}

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
