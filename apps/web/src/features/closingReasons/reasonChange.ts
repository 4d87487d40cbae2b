import { readClosingReasons, type ClosingReason } from "@balcao/domain/closing";

/** What is done to the list: a reason is added or changed, moved up, or removed. */
export type ReasonChange =
  { readonly put: Omit<ClosingReason, "id" | "gone">; readonly id: number | null } | { readonly up: number } | { readonly remove: number };

/** The text of the list after a change. The ids of reasons that are gone are not given again, because old conversations name them. */
export function toReasonChange(stored: string, change: ReasonChange): string {
  const list = [...readClosingReasons(stored)];
  if ("remove" in change) return print(list.filter(({ id }) => id !== change.remove));
  if ("up" in change) return print(movedUp(list, change.up));
  const { id, put } = change;
  if (id !== null) return print(list.map((reason) => (reason.id === id ? { ...reason, ...put } : reason)));
  const next = Math.max(0, ...list.map((reason) => reason.id)) + 1;
  return print([...list, { ...put, id: next, gone: false }]);
}

function movedUp(list: readonly ClosingReason[], id: number): readonly ClosingReason[] {
  const shown = list.filter(({ gone }) => !gone);
  const at = shown.findIndex((reason) => reason.id === id);
  const [reason] = at > 0 ? shown.splice(at, 1) : [];
  if (reason) shown.splice(at - 1, 0, reason);
  return [...shown, ...list.filter(({ gone }) => gone)];
}

const print = (list: readonly ClosingReason[]): string => (list.length === 0 ? "" : JSON.stringify(list));
