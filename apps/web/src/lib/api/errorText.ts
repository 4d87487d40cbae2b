import { VARIED_CODES } from "@balcao/contracts/errors";
import i18next from "i18next";
import { AlreadyCreatedError, ApiError, LostAnswerError, NoAnswerError } from "./apiError";

/**
 * The text of an error for people: translated for a known code (ERR-001), unchanged for an unknown
 * one (ERR-002), that an error occurred when there is none (ERR-003).
 */
export function toErrorText(error: unknown): string {
  if (error instanceof LostAnswerError) return i18next.t("state.lostAnswer");
  if (error instanceof AlreadyCreatedError) return i18next.t("state.alreadyCreated");
  if (error instanceof NoAnswerError) return i18next.t("state.noAnswer");
  const { text, code } = error instanceof ApiError ? error : { text: null, code: null };
  return text === null ? i18next.t("state.unknownError") : toRefusalText({ text, code });
}

/**
 * The text of a refusal. The sentence of a code is translated (D-620); one that says something of the moment stays as it is.
 */
export function toRefusalText({ text, code }: { readonly text: string; readonly code: string | null }): string {
  const isVaried = code === null || VARIED_CODES.some((varied) => varied === code);
  return toKnownText(isVaried ? text : code, text);
}

/** A known code or documented sentence has points in it, which separate nothing. */
const WHOLE = { ns: "errors", keySeparator: false, nsSeparator: false } as const;

/** The translated sentence of a known code or documented sentence; for any other, `otherwise`. */
export function toKnownText(code: string, otherwise = code): string {
  return i18next.exists(code, WHOLE) ? i18next.t(code, { ...WHOLE, defaultValue: otherwise }) : otherwise;
}
