import type { ServerEventName } from "@balcao/contracts/live";
import { useSyncExternalStore } from "react";

const gone = new Set<string>();
const listeners = new Set<() => void>();

const keyOf = (name: string, id: number): string => `${name} ${id}`;

/** The id that an event about a row carries beside the row: `tagId`, `userId` and so on; none for other events. */
function idOf(event: object): number | undefined {
  const [, id] = Object.entries(event).find(([field, value]) => field.endsWith("Id") && typeof value === "number") ?? [];
  return id as number | undefined;
}

/** Remembers which rows were deleted by somebody, or taken from the person, since the page was loaded. */
export function noteDeletion(name: string, event: unknown): void {
  if (typeof event !== "object" || event === null) return;
  const id = "action" in event ? idOf(event) : undefined;
  if (id === undefined) return;
  const key = keyOf(name, id);
  const isGone = "action" in event && event.action === "delete";
  if (isGone === gone.has(key)) return;
  if (isGone) gone.add(key);
  else gone.delete(key);
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isDeleted = (name: string, id: number): boolean => gone.has(keyOf(name, id));

/** Whether a row was deleted since the page was loaded, as the events of this name say; false where it has no events. */
export function useIsDeleted(name: ServerEventName | undefined, id: number | null): boolean {
  return useSyncExternalStore(subscribe, () => name !== undefined && id !== null && isDeleted(name, id));
}
