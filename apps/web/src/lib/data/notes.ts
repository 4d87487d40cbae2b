import { queryOptions } from "@tanstack/react-query";
import { call } from "../api";

/** The update notes, newest first. */
export const notesQuery = queryOptions({
  queryKey: ["notes"],
  queryFn: ({ signal }) => call("notes", "list", {}, { signal }),
  staleTime: Infinity,
});
