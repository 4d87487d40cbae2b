/** A contact's fixed attendant in one queue, as typed in the form. */
export interface RedirectDraft {
  readonly queueId: number | null;
  readonly userId: number | null;
}

/** The documented sentences about per-queue redirects (CONTACT-018, CONTACT-019). */
export const REDIRECT_SENTENCES = {
  incomplete: "Não deve existir redirecionamento sem fila/usuário atribuído",
  repeated: "Não deve haver mais de um redirecionamento para a mesma fila",
} as const;

/** What is wrong with a list of redirects, or null. */
export function redirectProblem(redirects: readonly RedirectDraft[]): string | null {
  if (redirects.some(({ queueId, userId }) => queueId === null || userId === null)) return REDIRECT_SENTENCES.incomplete;
  return new Set(redirects.map(({ queueId }) => queueId)).size < redirects.length ? REDIRECT_SENTENCES.repeated : null;
}
