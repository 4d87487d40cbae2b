export interface QueueChoice {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

/** The stored selection: ids that still exist; null for all, which also stands for nothing stored. */
export function readSelection(stored: string | null, offered: readonly QueueChoice[]): readonly number[] | null {
  if (stored === null) return null;
  const ids = new Set(stored.split(",").map(Number));
  const chosen = offered.filter((queue) => ids.has(queue.id)).map((queue) => queue.id);
  return chosen.length === offered.length ? null : chosen;
}
