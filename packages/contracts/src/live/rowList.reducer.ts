/** A loaded list after an event about one of its rows: `row` is the row as it is now, null when it is gone. */
export function applyRow<Row extends { readonly id: number }>(
  list: readonly Row[],
  id: number,
  row: Row | null,
  compare: (one: Row, other: Row) => number,
): readonly Row[] {
  const others = list.filter((each) => each.id !== id);
  return row === null ? others : [...others, row].sort(compare);
}
