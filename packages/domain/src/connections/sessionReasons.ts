import type { GatewayErrorCode } from "./gatewayErrors.js";

/** Why a session is in its state; the browser has a sentence for each in each language. */
export const SESSION_REASONS = [
  "loggedOut",
  "codeUnused",
  "passkeyNeeded",
  "gatewayReconnects",
  "temporaryBan",
  "gatewayOutdated",
  "accountBlocked",
  "numberBanned",
  "connectorRefused",
  "noMultiDevice",
  "connectionLost",
  "whatsappDown",
  "usedElsewhere",
  "sessionBroken",
  "sessionRefused",
  "connectionRefused",
  "streamEnded",
  "gatewayFailed",
  "restricted",
  "capped",
  "nearCap",
  "libraryUnsafe",
  "libraryUnclear",
  "browserFull",
  "browserMissing",
  "browserUnusable",
  "browserSandbox",
  "browserLibraries",
  "browserUnwritable",
  "pageUnreachable",
  "pageUnopened",
  "pageNotReady",
  "pageSlow",
  "pageLost",
  "pageConflict",
  "pageOutdated",
  "networkBlocked",
  "termsViolated",
  "businessTermsViolated",
  "pageEnded",
  "metaIncomplete",
  "metaNumberDead",
  "metaNumberDoubtful",
  "metaLowQuality",
  "metaNoAccount",
  "metaNotSubscribed",
  "metaFieldsMissing",
  "metaTokenExpired",
  "metaRefused",
  "metaFault",
  "metaDropped",
  "noConnector",
  "workersFull",
  "unopened",
] as const;
export type SessionReasonCode = (typeof SESSION_REASONS)[number];

/** Reasons which mean that the network has blocked or restricts the number: mass sends stop until a person looks. */
export const BLOCK_SIGNALS = [
  "temporaryBan",
  "accountBlocked",
  "numberBanned",
  "restricted",
  "capped",
  "networkBlocked",
  "termsViolated",
  "businessTermsViolated",
  "metaLowQuality",
] as const satisfies readonly SessionReasonCode[];

/** Whether a reason says only that a login failed, which it does during a ban too. */
export const yieldsToBan = (reason: string): boolean => ["gatewayFailed", "streamEnded"].includes(readSessionReason(reason)?.code ?? "");

/**
 * A code, and where its sentence needs it what the network said: `metaRefused: 190 …`. Logs show it
 * as it is.
 */
export type SessionReason = SessionReasonCode | GatewayErrorCode | `${SessionReasonCode}: ${string}`;

const isReasonCode = (text: string): text is SessionReasonCode => SESSION_REASONS.some((code) => code === text);

/**
 * The parts of a stored reason; null for what is no code of this list, as a gateway error or a text
 * of an older version.
 */
export function readSessionReason(reason: string): { readonly code: SessionReasonCode; readonly detail: string } | null {
  const [, code = "", detail = ""] = /^(\w+)(?:: (.*))?$/s.exec(reason) ?? [];
  return isReasonCode(code) ? { code, detail } : null;
}
