import type { KeyRange } from "@balcao/domain/access";

/**
 * A range of more users than this is read as one index scan per queue instead of one per queue and
 * user (804 pairs take 30 ms).
 */
const MANY_USERS = 16;

/** Converts ranges into parallel arrays: whole queues, and the queue and the user of each pair. */
function toPairs(ranges: readonly KeyRange[]): [queues: number[], pairQueues: number[], pairUsers: number[]] {
  const queues: number[] = [];
  const pairQueues: number[] = [];
  const pairUsers: number[] = [];
  for (const { queueKeys, userKeys } of ranges) {
    for (const queue of queueKeys ?? []) {
      if (userKeys === null) queues.push(queue);
      for (const user of userKeys ?? []) {
        pairQueues.push(queue);
        pairUsers.push(user);
      }
    }
  }
  return [queues, pairQueues, pairUsers];
}

/**
 * Converts ranges into the parameters of lists and counts. Ranges of many users become queues, each
 * with its users as the text of an array.
 */
export function toWalks(ranges: readonly KeyRange[]): [...ReturnType<typeof toPairs>, crowdedQueues: number[], crowds: string[]] {
  const crowded = ranges.flatMap(({ queueKeys, userKeys }) =>
    isCrowd(userKeys) ? (queueKeys ?? []).map((queue) => ({ queue, crowd: `{${userKeys.join()}}` })) : [],
  );
  const others = ranges.filter(({ userKeys }) => !isCrowd(userKeys));
  return [...toPairs(others), crowded.map(({ queue }) => queue), crowded.map(({ crowd }) => crowd)];
}

function isCrowd(userKeys: readonly number[] | null): userKeys is readonly number[] {
  return userKeys !== null && userKeys.length > MANY_USERS;
}
