import type { KeyRange } from "@balcao/domain/access";

/** A range of more users than this is read as one walk of each queue instead of one per queue and user (measured: 804 pairs take 30 ms). */
const MANY_USERS = 16;

/** Whole queues, and the queue and the user of each pair: what the ranges cover, as parallel arrays. */
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

/** What lists walk and counts add up: ranges of many users apart, as their queues, each with its users as the text of an array. */
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
