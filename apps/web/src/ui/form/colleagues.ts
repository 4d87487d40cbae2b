import type { ColleagueView } from "@balcao/contracts/users";

/** More names are found by their letters. */
const MOST_OFFERED = 30;
const ORDER: readonly ColleagueView["status"][] = ["online", "away", "offline"];

type Colleague = Pick<ColleagueView, "id" | "name" | "active" | "status" | "queues">;

interface Wanted {
  /** Only people of this queue; null for everybody. */
  readonly queueId: number | null;
  readonly hidden: readonly number[];
}

/** The active colleagues whom a picker shows before its first letter: those who are online first, then by name. */
export function toOffered<T extends Colleague>(everybody: readonly T[], { queueId, hidden }: Wanted): readonly T[] {
  return everybody
    .filter(({ id, active }) => active && !hidden.includes(id))
    .filter(({ queues }) => queueId === null || queues.some(({ id }) => id === queueId))
    .sort((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status) || one.name.localeCompare(other.name))
    .slice(0, MOST_OFFERED);
}

/** The queue of a transfer to somebody of these queues: the chosen one where it is among them, else the only one, else 0 for none. */
export function toKeptQueue(chosen: number, queues: readonly { readonly id: number }[]): number {
  if (queues.some(({ id }) => id === chosen)) return chosen;
  const [only, second] = queues;
  return only && !second ? only.id : 0;
}
