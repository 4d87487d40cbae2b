import type { FlatNamespace } from "i18next";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** Areas whose texts have the words of a list page; a test proves that each has all of them. */
export const LIST_AREAS = ["connections", "templates", "queues", "users"] as const satisfies readonly FlatNamespace[];
export type ListArea = (typeof LIST_AREAS)[number];

/** The words that every list page finds in its own texts, beside `column.{id}` of each column. */
export const LIST_WORDS = [
  "title",
  "count_one",
  "count_other",
  "search",
  "found_one",
  "found_other",
  "nothingFound",
  "nothingFoundText",
  "loadFailed",
  "caption",
  "add",
  "addShort",
  "empty",
  "emptyText",
  "more",
  "column.name",
  "column.actions",
] as const;

/** Words that a page with `remove` needs, too. */
export const REMOVE_WORDS = ["delete", "confirm.title", "confirm.text", "confirm.submit", "toast.deleted"] as const;

/** A word of an area by its key. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export function useWords(area: ListArea): Words {
  const { i18n } = useTranslation(area);
  const { language } = i18n;
  return useCallback(
    // The keys depend on the area, so the compiler cannot know them.
    (key, values = {}) => i18n.getFixedT(language, area)(key as never, values as never) as unknown as string,
    [i18n, language, area],
  );
}
