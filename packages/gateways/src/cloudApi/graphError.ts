import type { ProviderError } from "@balcao/domain/messages";
import { GatewayError, type GatewayErrorKind } from "../port/index.js";
import { numberAt, objectAt, textAt, type PlainObject } from "../protocol/plainJson.js";

/** An error that Graph itself reported. */
export interface GraphRefusal {
  readonly code: number;
  readonly subcode: number | null;
  readonly title: string;
  readonly message: string;
  readonly details: string;
}

const LONGEST_TEXT = 500;
/** Credentials that a message of Graph may repeat. */
const CREDENTIAL = /\bEAA[\w-]{6,}|\baccess_token=\S+/g;

/**
 * The coded error of an answer, without credentials; null when there is none, which means that
 * another server answered.
 */
export function refusalIn(json: PlainObject | null, token: string): GraphRefusal | null {
  const error = objectAt(json, "error");
  const code = numberAt(error, "code");
  if (code === null) return null;
  const clean = (text: string): string => redacted(text, token).slice(0, LONGEST_TEXT);
  return {
    code,
    subcode: numberAt(error, "error_subcode"),
    title: clean(textAt(error, "error_user_title")),
    message: clean(textAt(error, "error_user_msg") || textAt(error, "message")),
    details: clean(textAt(objectAt(error, "error_data"), "details")),
  };
}

function redacted(text: string, token: string): string {
  return (token === "" ? text : text.replaceAll(token, "…")).replace(CREDENTIAL, "…");
}

/**
 * The first error of a status or of a message that Meta could not deliver, in the form stored on
 * the message.
 */
export function toProviderError(error: PlainObject | null): ProviderError {
  return {
    code: numberAt(error, "code"),
    title: textAt(error, "title").slice(0, LONGEST_TEXT),
    message: textAt(error, "message").slice(0, LONGEST_TEXT),
    details: textAt(objectAt(error, "error_data"), "details").slice(0, LONGEST_TEXT),
  };
}

const THROTTLING: ReadonlySet<number> = new Set([4, 80007, 130429, 131048, 131056, 131064, 133016]);
const TEMPORARY: ReadonlySet<number> = new Set([1, 2, 131000, 131016, 131057]);
const RECIPIENT: ReadonlySet<number> = new Set([130472, 130497, 131021, 131026, 131030, 131047, 131049, 131050, 131062, 131063]);
const MEDIA: ReadonlySet<number> = new Set([131051, 131052, 131053]);
/** Codes after which the message may have been sent all the same. */
const UNCERTAIN: ReadonlySet<number> = new Set([1, 2, 131000]);

/**
 * Codes for a blocked or locked account: waiting does not help, and every further try makes it
 * worse.
 */
const INTEGRITY: ReadonlySet<number> = new Set([368, 131031]);

/** Whether a refusal means that the account is blocked until a person resolves it at Meta. */
export function isBlock(code: number): boolean {
  return INTEGRITY.has(code);
}

export type RefusalKind = Extract<GatewayErrorKind, "auth" | "rateLimited" | "recipient" | "media" | "transient" | "invalid">;

/** The kind of a Graph error code; the HTTP status does not matter. */
export function kindOf(code: number): RefusalKind {
  if (code === 0 || code === 3 || code === 10 || code === 190 || (code >= 200 && code <= 299) || INTEGRITY.has(code)) return "auth";
  if (THROTTLING.has(code)) return "rateLimited";
  if (TEMPORARY.has(code)) return "transient";
  if (RECIPIENT.has(code)) return "recipient";
  return MEDIA.has(code) ? "media" : "invalid";
}

/** Whether an answer with this code leaves the outcome of a send unknown. */
export function leavesDoubt(code: number): boolean {
  return UNCERTAIN.has(code);
}

/** A refusal as an error of the port, with the more specific of Meta's two codes. */
export function toGatewayError(what: string, refusal: GraphRefusal, retryAfterMs: number | null): GatewayError {
  const text = [refusal.title, refusal.message, refusal.details].filter(Boolean).join(": ");
  return new GatewayError(kindOf(refusal.code), `${what}: ${text}`, { providerCode: refusal.subcode ?? refusal.code, retryAfterMs });
}
