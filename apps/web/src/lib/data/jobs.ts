import type { JobKind, JobView } from "@balcao/contracts/jobs";
import type { JobEvent } from "@balcao/contracts/live";
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

/** The person's running jobs, and the last one of each kind for a day. */
export const jobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: ({ signal }): Promise<readonly JobView[]> => call("jobs", "list", {}, { signal }),
  meta: { live: true },
});

/** The newest job of a kind; null when there is none, undefined until they are loaded. */
export function useJob(kind: JobKind): JobView | null | undefined {
  const { data } = useQuery(jobsQuery);
  return data && (data.find((job) => job.kind === kind) ?? null);
}

/** The loaded jobs after an event: a newer one of a kind takes the place of the one before. */
export function updateJobs(client: QueryClient, event: JobEvent): void {
  client.setQueryData(jobsQuery.queryKey, (jobs) => {
    if (!jobs) return jobs;
    const others = jobs.filter(({ id, kind }) => id !== event.jobId && (event.action === "delete" || kind !== event.job.kind));
    return event.action === "delete" ? others : [event.job, ...others];
  });
}
