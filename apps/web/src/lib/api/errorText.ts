import i18next from "i18next";
import { enOnly } from "../../i18n/literals";
import { ApiError, NoAnswerError } from "./apiError";

/**
 * What a person reads of a failure: the translated text of a known code (ERR-001), the raw text of an unknown one
 * (ERR-002), "An error occurred!" when there is nothing (ERR-003).
 */
export function toErrorText(error: unknown): string {
  if (error instanceof NoAnswerError) return i18next.t("state.noAnswer");
  const text = error instanceof ApiError ? error.text : null;
  return text === null ? enOnly.unknownError : toKnownText(text);
}

/** The translated sentence of a known code; any other text as it is. */
export function toKnownText(text: string): string {
  return i18next.exists(text, { ns: "errors" }) ? i18next.t(text, { ns: "errors", defaultValue: text }) : text;
}
