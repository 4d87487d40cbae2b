import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api";

/** A tag with the names of its contacts, as it is when somebody looks. */
export const tagQuery = (tagId: number) =>
  queryOptions({
    queryKey: ["tag", tagId],
    queryFn: ({ signal }) => call("tags", "get", { params: { tagId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
