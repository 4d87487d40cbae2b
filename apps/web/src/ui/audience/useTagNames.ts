import { useQuery } from "@tanstack/react-query";
import { wholeList } from "../../lib/data/wholeLists";
import { toIds } from "./chosenAudience";

/** The names of the tags whose ids a send has, joined; empty for none. */
export function useTagNames(tagsIds: string): string {
  const ids = toIds(tagsIds);
  const { data = [] } = useQuery({ ...wholeList("tags"), enabled: ids.length > 0 });
  return data
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(", ");
}
