import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { connectionsQuery } from "../../../lib/data/connections";
import { queuesQuery } from "../../../lib/data/queues";
import { usersQuery } from "../../../lib/data/users";
import { useSelf } from "../../../lib/session";
import { useStored, writeStored } from "../../../lib/storage";

/** The steps of a new installation, in order. To look at the hours is advice: the others alone keep the card. */
export const STEPS = ["number", "hours", "queue", "colleagues"] as const;
export type Step = (typeof STEPS)[number];

export interface FirstSteps {
  readonly done: Readonly<Record<Step, boolean>>;
  readonly skip: () => void;
  /** The person looks at the opening hours. */
  readonly seeHours: () => void;
}

/**
 * The first steps for an administrator; null when all are done or skipped, and for everybody else.
 */
export function useFirstSteps(): FirstSteps | null {
  const self = useSelf();
  const key = `balcao-first-steps-${self.id}`;
  const state = useStored(key);
  const skipped = state === "skipped";
  const enabled = self.profile === "admin" && !skipped;
  const { data: connections } = useQuery({ ...connectionsQuery, enabled });
  const { data: queues } = useQuery({ ...queuesQuery, enabled });
  const { data: users } = useInfiniteQuery({ ...usersQuery(""), enabled });
  if (!enabled || !connections || !queues || !users) return null;
  const done = {
    number: connections.length > 0,
    hours: state === "hours",
    queue: queues.length > 0,
    colleagues: (users.pages[0]?.count ?? 0) > 1,
  };
  return done.number && done.queue && done.colleagues
    ? null
    : { done, skip: () => writeStored(key, "skipped"), seeHours: () => writeStored(key, "hours") };
}
