import { mentionQuery } from "./mentions";
import { answerQuery } from "./quickAnswerSearch";
import { variableQuery } from "./variables";

/** What begins a list, the first that is found winning. */
const SIGNS = ["{{", "@", "/"] as const;

/** What is being typed before the cursor that a list of suggestions completes. */
export interface Typed {
  readonly sign: (typeof SIGNS)[number];
  /** The letters after the sign. */
  readonly query: string;
  /** Where the sign is in the text. */
  readonly from: number;
  readonly to: number;
}

/** Reads what a list can complete at the cursor; null when the words there are ordinary ones. */
export function readTyped(text: string, cursor: number): Typed | null {
  const found = { "@": mentionQuery(text, cursor), "/": answerQuery(text, cursor), "{{": variableQuery(text, cursor) } as const;
  for (const sign of SIGNS) {
    const query = found[sign];
    if (query !== null) return { sign, query, from: cursor - query.length - sign.length, to: cursor };
  }
  return null;
}

export const isSameTyped = (a: Typed | null, b: Typed | null): boolean =>
  a === b || (a !== null && b !== null && a.sign === b.sign && a.query === b.query && a.from === b.from);
