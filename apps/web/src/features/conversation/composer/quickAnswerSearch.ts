import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { foldText } from "@balcao/domain/texts";

const BEFORE_CURSOR = /(?:^|\s)\/([^\s/]{0,40})$/u;

/** The letters typed after a `/` before the cursor; null when no quick answer is being looked for. */
export function answerQuery(text: string, cursor: number): string | null {
  return BEFORE_CURSOR.exec(text.slice(0, cursor))?.[1] ?? null;
}

/**
 * The quick answers with the letters in their shortcut, then those with the letters in their text,
 * without accents and case, as the api finds them; among each, in the order in which they come.
 */
export function matchAnswers(answers: readonly QuickAnswerView[], query: string): readonly QuickAnswerView[] {
  const wanted = foldText(query);
  const byShortcut = answers.filter(({ shortcut }) => foldText(shortcut).includes(wanted));
  const byText = answers.filter(({ shortcut, message }) => !foldText(shortcut).includes(wanted) && foldText(message).includes(wanted));
  return [...byShortcut, ...byText];
}
