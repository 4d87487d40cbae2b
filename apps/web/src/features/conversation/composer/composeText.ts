import { COMMENT_PREFIX, commentIn, fillPlaceholders, withSignature } from "@balcao/domain/texts";
import { knownValues } from "./variables";

/** The facts that turn a typed text into a message. */
export interface ComposeFacts {
  readonly name: string;
  readonly number: string;
  readonly queue: string;
  readonly user: string;
  readonly sign: boolean;
  readonly now: Date;
  readonly zone: string;
}

/** Whether a typed text leaves something to send (CONV-021): in a ticket, a comment needs words of its own. */
export function hasWords(typed: string, inTicket: boolean): boolean {
  const text = typed.trim();
  return text !== "" && !(inTicket && commentIn(text) === "");
}

/**
 * The text to send: placeholders filled (CONV-012) and signed if wanted; a
 * comment has its prefix and no signature. Null when there is nothing to send.
 */
export function toSentText(typed: string, facts: ComposeFacts): string | null {
  if (!hasWords(typed, true)) return null;
  const text = typed.trim();
  const comment = commentIn(text);
  const filled = fillPlaceholders(comment ?? text, knownValues(facts, facts.now, facts.zone));
  if (comment !== null) return `${COMMENT_PREFIX}${filled}`;
  return facts.sign ? withSignature(filled, facts.user) : filled;
}
