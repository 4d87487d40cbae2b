/** What was added to a list of ids and what was removed from it. */
export interface ListDifference {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** How one list of ids becomes another one, without regard to their order. */
export function differenceOf(before: readonly number[], after: readonly number[]): ListDifference {
  const [former, next] = [new Set(before), new Set(after)];
  return { added: [...next].filter((id) => !former.has(id)), removed: [...former].filter((id) => !next.has(id)) };
}

/** The list after a difference: what stays keeps its order, and what was added follows. What has come or gone already is left as it is. */
export function applyDifference(list: readonly number[], { added, removed }: ListDifference): number[] {
  const gone = new Set(removed);
  return [...new Set([...list.filter((id) => !gone.has(id)), ...added])];
}
