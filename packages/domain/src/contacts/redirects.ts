/** A contact's fixed attendant in one queue, as entered in the form. */
export interface RedirectDraft {
  readonly queueId: number | null;
  readonly userId: number | null;
}

/** The documented sentences about per-queue redirects (CONTACT-018, CONTACT-019). */
export const REDIRECT_SENTENCES = {
  incomplete: "Não deve existir redirecionamento sem fila/usuário atribuído",
  repeated: "Não deve haver mais de um redirecionamento para a mesma fila",
} as const;

type RedirectFault = keyof typeof REDIRECT_SENTENCES;

/** What is wrong with a list of redirects, or null. */
export function redirectFault(redirects: readonly RedirectDraft[]): RedirectFault | null {
  if (redirects.some(({ queueId, userId }) => queueId === null || userId === null)) return "incomplete";
  return new Set(redirects.map(({ queueId }) => queueId)).size < redirects.length ? "repeated" : null;
}

/** The sentence about what is wrong with a list of redirects, or null. */
export function redirectProblem(redirects: readonly RedirectDraft[]): string | null {
  const fault = redirectFault(redirects);
  return fault && REDIRECT_SENTENCES[fault];
}
