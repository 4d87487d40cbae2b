import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api";

/** How often an open page reads the health again, in milliseconds. */
const EVERY_MS = 5_000;

/** The health of the installation, for administrators. */
export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => call("health", "details", {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: EVERY_MS,
});
