import { COMMENT_PREFIX, commentIn, fillPlaceholders, placeholderValues } from "@balcao/domain/texts";

/** What a typed text needs to know to become a message. */
export interface ComposeFacts {
  readonly name: string;
  readonly number: string;
  readonly queue: string;
  readonly user: string;
  readonly sign: boolean;
  readonly now: Date;
  readonly zone: string;
}

/**
 * The text that is sent: shortcuts filled (CONV-012, D-064), signed where wanted (CONV-013, D-065), a comment with its prefix and
 * unsigned (CONV-009). Null when there is nothing to send (CONV-021).
 */
export function toSentText(typed: string, facts: ComposeFacts): string | null {
  const text = typed.trim();
  const comment = commentIn(text);
  if (text === "" || comment === "") return null;
  const filled = fillPlaceholders(comment ?? text, placeholderValues(facts, facts.now, facts.zone));
  if (comment !== null) return `${COMMENT_PREFIX}${filled}`;
  return facts.sign ? `*${facts.user}:*\n${filled}` : filled;
}

/** The typed text with the comment prefix put on or taken off. */
export function toggleComment(typed: string): string {
  if (!typed.startsWith(COMMENT_PREFIX)) return `${COMMENT_PREFIX} ${typed}`;
  return typed.slice(COMMENT_PREFIX.length).trimStart();
}
