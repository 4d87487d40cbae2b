import { JOB_KINDS, type JobView } from "@balcao/contracts/jobs";
import type { JobRow } from "@balcao/database/jobs";

/** Converts a job to its wire fields; none for a kind of another version. */
export function toJobView({ id, kind, state, done, total, result, endedBy, createdAt }: JobRow): readonly JobView[] {
  const known = JOB_KINDS.find((each) => each === kind);
  return known ? [{ id, kind: known, state, done, total, result, endedBy, createdAt: createdAt.toISOString() }] : [];
}
