/** The prefix that makes a typed text an internal comment (CONV-009, D-063). */
export const COMMENT_PREFIX = "--";

/**
 * The comment in a typed text, without its prefix; null when the text is a message for the contact.
 */
export function commentIn(text: string): string | null {
  return text.startsWith(COMMENT_PREFIX) ? text.slice(COMMENT_PREFIX.length).trim() : null;
}
