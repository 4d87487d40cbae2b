import type { FlatNamespace } from "i18next";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** The area with the texts of a page; a test names words that it lacks. */
export type ListArea = FlatNamespace;

/**
 * The words that every list page reads from its own texts, besides `column.{id}` of each column.
 */
export const LIST_WORDS = ["title", "loadFailed", "caption", "empty", "emptyText", "more", "column.name", "column.actions"] as const;

/** Words that a page needs in addition when it counts its items. */
export const COUNT_WORDS = ["count_one", "count_other"] as const;

/** Words that a page with a search needs in addition. */
export const SEARCH_WORDS = ["search", "found_one", "found_other", "nothingFound", "nothingFoundText"] as const;

/** Words that a page needs in addition when its form adds items. */
export const ADD_WORDS = ["add", "addShort"] as const;

/** Words that a page needs in addition when its form changes items. */
export const EDIT_WORDS = ["edit"] as const;

/** Words that a page with `remove` needs in addition. */
export const REMOVE_WORDS = ["delete", "confirm.title", "confirm.text", "confirm.submit", "toast.deleted"] as const;

/** A word of an area by its key. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export function useWords(area: ListArea): Words {
  const { i18n } = useTranslation(area);
  const { language } = i18n;
  return useCallback(
    // The keys depend on the area, so the compiler cannot check them.
    (key, values = {}) => i18n.getFixedT(language, area)(key as never, values as never) as unknown as string,
    [i18n, language, area],
  );
}
