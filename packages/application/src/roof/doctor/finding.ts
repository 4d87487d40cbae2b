/** One line of `npm run doctor`: what was looked at, and for a warning or fault what to do. */
export type Finding = { readonly name: string; readonly sentence: string } & (
  { readonly level: "ok" } | { readonly level: "warning" | "fault"; readonly remedy: string }
);

export const ok = (name: string, sentence: string): Finding => ({ level: "ok", name, sentence });
export const warning = (name: string, sentence: string, remedy: string): Finding => ({ level: "warning", name, sentence, remedy });
export const fault = (name: string, sentence: string, remedy: string): Finding => ({ level: "fault", name, sentence, remedy });

/** Why something failed, in one line and without a value that could be a secret. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const cause = error.cause instanceof Error ? error.cause : error;
  return ("code" in cause && typeof cause.code === "string" ? cause.code : cause.message).split("\n")[0] ?? "";
}
