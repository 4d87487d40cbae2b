import { queryOptions } from "@tanstack/react-query";
import { call } from "../api";

/** Every queue, in the installation's order; kept fresh by events. */
export const queuesQuery = queryOptions({
  queryKey: ["queues"],
  queryFn: ({ signal }) => call("queues", "list", {}, { signal }),
  staleTime: Infinity,
  meta: { live: true },
});
