/** What a person has typed or chosen for a setting, and the value that was stored when they began. */
export interface Draft {
  readonly text: string;
  readonly base: string;
}

/** The draft after a key; null when it is again what is stored. */
export const draftAfter = (before: Draft | null, text: string, stored: string): Draft | null =>
  text === stored ? null : { text, base: before?.base ?? stored };

/** The person's value where another one was stored since they began; null while nothing conflicts. */
export function conflictOf(draft: Draft | null, stored: string): string | null {
  if (draft === null || stored === draft.base || stored === draft.text.trim()) return null;
  return draft.text.trim();
}
