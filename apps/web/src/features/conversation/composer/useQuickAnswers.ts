import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { useInfiniteQuery } from "@tanstack/react-query";
import { joinQuickAnswers } from "../../../lib/data/quickAnswers";
import { usedAnswersQuery } from "../../../lib/data/usedAnswers";
import { useSettled } from "../../../lib/useSettled";
import { matchAnswers } from "./quickAnswerSearch";
import type { Typed } from "./typed";
import { useSuggestions } from "./useSuggestions";

/** How long nobody types until the api is asked, in milliseconds. */
const SETTLE_MS = 200;

type Pages = ReturnType<typeof useAnswerPages>;

/** The first pages of all quick answers, and of those that the api finds for the settled letters. */
function useAnswerPages(query: string | null) {
  const all = useInfiniteQuery({ ...usedAnswersQuery(""), enabled: query !== null });
  const complete = all.data !== undefined && !all.hasNextPage;
  const { settled } = useSettled(query ?? "", SETTLE_MS);
  const isAsked = query !== null && settled !== "" && all.data !== undefined && !complete;
  const found = useInfiniteQuery({ ...usedAnswersQuery(settled), enabled: isAsked });
  const hasFound = settled === query && found.isSuccess && !found.isPlaceholderData;
  return { all, complete, found, hasFound };
}

/** What is found among all of them in the browser, or what the api has found so far. */
function toFound({ all, complete, found, hasFound }: Pages, query: string) {
  const listed = joinQuickAnswers(all.data?.pages ?? []);
  if (complete || query === "") return { items: matchAnswers(listed, query), waiting: all.isPending };
  if (hasFound) return { items: joinQuickAnswers(found.data?.pages ?? []), waiting: false };
  const before = joinQuickAnswers(found.data?.pages ?? []);
  return { items: matchAnswers(before.length > 0 ? before : listed, query), waiting: !found.isError && !all.isError };
}

const NOTHING = { items: [], waiting: false };

/**
 * The quick answers for the letters, or for all with ""; none while none are looked for. While the
 * first page holds all of them, nothing is asked; otherwise the api searches.
 */
function useFoundAnswers(query: string | null) {
  const pages = useAnswerPages(query);
  const found = query === null ? NOTHING : toFound(pages, query);
  return { ...found, failed: pages.all.isError, total: pages.all.data?.pages[0]?.count ?? 0 };
}

interface QuickAnswerOptions {
  readonly typed: Typed | null;
  /** False while no answer can be inserted. */
  readonly enabled: boolean;
  readonly onPick: (answer: QuickAnswerView, typed: Typed) => void;
}

/** The quick answers that match what is typed after a `/` (CONV-010). */
export function useQuickAnswers({ typed, enabled, onPick }: QuickAnswerOptions) {
  const wanted = enabled && typed?.sign === "/" ? typed : null;
  const { items, waiting, failed, total } = useFoundAnswers(wanted?.query ?? null);
  // A sign within a text may be an ordinary one, so that an empty list is not worth showing there.
  const list = useSuggestions({ typed: wanted, items, onPick, waiting, emptyToo: wanted?.from === 0 });
  return { ...list, query: wanted?.query ?? "", waiting, failed, total };
}
