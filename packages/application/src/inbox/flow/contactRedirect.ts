import { resolveAttendant } from "@balcao/domain/users";
import type { ContactRedirects } from "@balcao/database/flow";
import type { DirectorySnapshot } from "../../ground/directory/index.js";

/** Where a contact's new tickets go instead of the menu. */
export interface RedirectTarget {
  readonly queueId: number;
  /** Null when nobody of the listed people works in the queue. */
  readonly userId: number | null;
}

/**
 * Returns where a contact's redirect leads: the first listed queue that the connection serves, and in
 * it the first listed person, or that person's substitute. Null without such a queue.
 */
export function redirectTarget(
  directory: DirectorySnapshot,
  { queueIds, userIds }: ContactRedirects,
  linked: readonly number[],
): RedirectTarget | null {
  const queueId = queueIds.find((id) => linked.includes(id));
  if (queueId === undefined) return null;
  const attendants = userIds.map((id) => resolveAttendant(id, queueId, directory.users));
  return { queueId, userId: attendants.find((id) => id !== null) ?? null };
}
