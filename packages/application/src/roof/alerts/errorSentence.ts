import { isError } from "@balcao/platform/errors";

const LONGEST = 300;

/** Why an alert could not be sent, for administrators and the log: without addresses of people and without secrets. */
export const errorSentence = (error: unknown): string => (isError(error) ? error.message : "unknown error").slice(0, LONGEST);
