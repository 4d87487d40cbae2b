import { COMMENT_PREFIX, commentIn } from "@balcao/domain/texts";

/** What a person types on a ticket: a reply and a comment, apart; one of them is in the box. */
export interface Texts {
  readonly reply: string;
  /** The comment with its prefix, as typed. */
  readonly comment: string;
  readonly commenting: boolean;
}

export const NO_TEXTS: Texts = { reply: "", comment: "", commenting: false };

/** The text in the box. */
export const shownText = ({ reply, comment, commenting }: Texts): string => (commenting ? comment : reply);

const isBlank = (text: string) => (commentIn(text) ?? text.trim()) === "";

/**
 * The texts after typing: the prefix makes the text a comment, and without it the text is a reply
 * again. A text that waits in the other place is never overwritten.
 */
export function withTyped(texts: Texts, typed: string): Texts {
  const isComment = typed.startsWith(COMMENT_PREFIX);
  if (texts.commenting) {
    if (isComment) return { ...texts, comment: typed };
    if (isBlank(texts.reply)) return { reply: typed, comment: "", commenting: false };
    return { ...texts, comment: typed === "" ? "" : texts.comment, commenting: false };
  }
  if (!isComment) return { ...texts, reply: typed };
  if (isBlank(texts.comment)) return { reply: "", comment: typed, commenting: true };
  return { reply: "", comment: [texts.comment, commentIn(typed)].filter(Boolean).join("\n"), commenting: true };
}

/** Shows the other text. */
export function switched(texts: Texts): Texts {
  if (texts.commenting) return { ...texts, comment: isBlank(texts.comment) ? "" : texts.comment, commenting: false };
  return { ...texts, comment: texts.comment || `${COMMENT_PREFIX} `, commenting: true };
}

/** Removes the text in the box, which was sent. */
export function withoutShown({ reply, comment, commenting }: Texts): Texts {
  return commenting ? { reply, comment: "", commenting: false } : { reply: "", comment, commenting: false };
}
