import { ERROR_SENTENCES } from "@balcao/contracts/errors";
import i18next from "i18next";
import { enOnly } from "../../i18n/literals";
import { AlreadyCreatedError, ApiError, LostAnswerError, NoAnswerError } from "./apiError";

/**
 * The text of an error for people: translated for a known code (ERR-001), unchanged for an unknown
 * one (ERR-002), "An error occurred!" when there is none.
 */
export function toErrorText(error: unknown): string {
  if (error instanceof LostAnswerError) return i18next.t("state.lostAnswer");
  if (error instanceof AlreadyCreatedError) return i18next.t("state.alreadyCreated");
  if (error instanceof NoAnswerError) return i18next.t("state.noAnswer");
  const { text, code } = error instanceof ApiError ? error : { text: null, code: null };
  return text === null ? enOnly.unknownError : toRefusalText({ text, code });
}

/**
 * The text of a refusal. A sentence of our own that has a code is translated; one that the
 * specification quotes, or that contains a value, stays as it is.
 */
export function toRefusalText({ text, code }: { readonly text: string; readonly code: string | null }): string {
  const sentences: Readonly<Record<string, string | undefined>> = ERROR_SENTENCES;
  return toKnownText(code !== null && text === sentences[code] ? code : text, text);
}

/** The translated sentence of a known code; for any other, `otherwise`. */
export function toKnownText(code: string, otherwise = code): string {
  return i18next.exists(code, { ns: "errors" }) ? i18next.t(code, { ns: "errors", defaultValue: otherwise }) : otherwise;
}
