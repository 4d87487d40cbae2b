import { mentionQuery } from "./mentions";
import { answerQuery } from "./quickAnswerSearch";

/** What is being typed before the cursor that a list of suggestions completes. */
export interface Typed {
  readonly sign: "@" | "/";
  /** The letters after the sign. */
  readonly query: string;
  /** Where the sign is in the text. */
  readonly from: number;
  readonly to: number;
}

/** Reads what a list can complete at the cursor; null when the words there are ordinary ones. */
export function readTyped(text: string, cursor: number): Typed | null {
  const found = { "@": mentionQuery(text, cursor), "/": answerQuery(text, cursor) } as const;
  for (const sign of ["@", "/"] as const) {
    const query = found[sign];
    if (query !== null) return { sign, query, from: cursor - query.length - 1, to: cursor };
  }
  return null;
}

export const isSameTyped = (a: Typed | null, b: Typed | null): boolean =>
  a === b || (a !== null && b !== null && a.sign === b.sign && a.query === b.query && a.from === b.from);
