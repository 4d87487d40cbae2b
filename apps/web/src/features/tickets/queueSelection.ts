import type { CSSProperties } from "react";

export interface QueueChoice {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

/**
 * The stored ids of queues that still exist. Null means every queue, also when nothing is stored.
 */
export function readSelection(stored: string | null, offered: readonly QueueChoice[]): readonly number[] | null {
  if (stored === null) return null;
  const ids = new Set(stored.split(",").map(Number));
  const chosen = offered.filter((queue) => ids.has(queue.id)).map((queue) => queue.id);
  return chosen.length === offered.length ? null : chosen;
}

/** The colour of a queue for its dot. */
export const queueColor = ({ color }: QueueChoice): CSSProperties => ({ "--queue": color }) as CSSProperties;
