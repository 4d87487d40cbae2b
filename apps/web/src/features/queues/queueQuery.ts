import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api";

/** A queue with its attendants, as it is when somebody looks. */
export const queueQuery = (queueId: number) =>
  queryOptions({
    queryKey: ["queue", queueId],
    queryFn: ({ signal }) => call("queues", "get", { params: { queueId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
