import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api";

/** The person's own second factor, read again whenever it is shown. */
export const factorQuery = queryOptions({
  queryKey: ["secondFactor"],
  queryFn: ({ signal }) => call("auth", "secondFactor", {}, { signal }),
  staleTime: 0,
});
